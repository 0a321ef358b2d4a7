import Hands
import Testing

@Suite struct LandmarksTests {
  private let points = Landmarks((0..<21).map { Landmark(x: Float($0) / 40, y: Float(20 - $0) / 40, z: Float($0)) })

  @Test func `the box holds every point`() {
    #expect(points.box == Box(minX: 0, minY: 0, maxX: 0.5, maxY: 0.5))
  }

  @Test func `mirroring twice changes nothing`() {
    for i in 0..<21 {
      #expect(abs(points.mirrored.mirrored[i].x - points[i].x) < 1e-6)
      #expect(points.mirrored[i].y == points[i].y && points.mirrored[i].z == points[i].z)
    }
  }

  @Test func `the size counts the frame's shape`() {
    var hand = Landmarks()
    hand[.middleMCP] = Landmark(x: 0.3, y: 0)
    #expect(abs(hand.size(aspect: 2) - 0.6) < 1e-6)
    hand[.middleMCP] = Landmark(x: 0, y: 0.3)
    #expect(abs(hand.size(aspect: 2) - 0.3) < 1e-6)
  }

  @Test func `overlap is shared over union`() {
    let a = Box(minX: 0, minY: 0, maxX: 2, maxY: 1)
    #expect(a.overlap(a) == 1)
    #expect(abs(a.overlap(Box(minX: 1, minY: 0, maxX: 3, maxY: 1)) - 1.0 / 3) < 1e-6)
    #expect(a.overlap(Box(minX: 5, minY: 5, maxX: 6, maxY: 6)) == 0)
  }
}
