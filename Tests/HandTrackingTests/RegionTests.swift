import Foundation
import HandTracking
import Hands
import TestSupport
import Testing

/// Tests of the models' regions: squares computed from palms and from landmarks.
@Suite struct RegionTests {
  private func points(at place: SIMD2<Float>, size: Float, turn: Float) -> [SIMD2<Float>] {
    TrueWorld.shape.map { place + TrueWorld.turned($0, by: turn) * size }
  }

  @Test func `the corners of a turned square`() {
    let region = Region(centre: SIMD2(100, 50), side: 20, rotation: .pi / 2)
    // A quarter turn clockwise (y is down) moves the upper left corner. It comes to the upper right.
    let corner = region.point(SIMD2(0, 0))
    #expect(abs(corner.x - 110) < 1e-3 && abs(corner.y - 40) < 1e-3)
    #expect(region.point(SIMD2(0.5, 0.5)) == region.centre)
  }

  @Test func `the whole frame is in the middle of its square`() {
    let region = Region.whole(width: 640, height: 480)
    #expect(region.point(SIMD2(0, 0)) == SIMD2(0, -80) && region.point(SIMD2(1, 1)) == SIMD2(640, 560))
  }

  /// The region turns with the hand, at any angle.
  @Test(arguments: Array(stride(from: Float(-3), through: 3, by: 0.5)))
  func `a region turns with its hand`(turn: Float) {
    let upright = Region(landmarks: points(at: SIMD2(300, 200), size: 60, turn: 0))
    let region = Region(landmarks: points(at: SIMD2(300, 200), size: 60, turn: turn))
    #expect(abs(region.side - upright.side) < 0.5)
    #expect(abs(remainder(region.rotation - upright.rotation - turn, 2 * .pi)) < 1e-3)
    let expected = SIMD2<Float>(300, 200) + TrueWorld.turned(upright.centre - SIMD2(300, 200), by: turn)
    #expect(abs(region.centre.x - expected.x) < 0.5 && abs(region.centre.y - expected.y) < 0.5)
  }

  /// The grid gives the nearest square. Two squares a thousandth of a pixel apart nearly always get the same one.
  @Test func `a region on the grid is the nearest one`() {
    var random = SplitMix(3)
    var apart = 0
    for _ in 0..<2000 {
      let (x, y, side) = (Float(random.unit()) * 640, Float(random.unit()) * 480, 20 + Float(random.unit()) * 400)
      let region = Region(centre: SIMD2(x, y), side: side, rotation: Float(random.unit()) * 6 - 3)
      let grid = region.onGrid
      // Half a step. A step is at most a pixel and at most a 128th of the side.
      let most = max(min(1, grid.side / 128), 1 / 16) / 2
      #expect(abs(grid.centre.x - x) <= most && abs(grid.centre.y - y) <= most && abs(grid.side - side) <= most, "\(region)")
      #expect(abs(grid.rotation - region.rotation) <= 1 / 255.0)
      #expect(grid.onGrid == grid)
      let other = Region(centre: SIMD2(x + 0.001, y - 0.001), side: side + 0.001, rotation: region.rotation + 1e-6)
      if other.onGrid != grid { apart += 1 }
    }
    // Each of three values crosses an edge about once in 1000 cases. For small squares it is up to eight times as
    // often.
    #expect(apart > 0 && apart < 25, "\(apart) of 2000")
    #expect(Region(centre: SIMD2(1, 1), side: 0.001, rotation: 0).onGrid.side == 1)
    #expect(Region(centre: SIMD2(1, 1), side: 0, rotation: 0).onGrid.side == 1)
  }

  /// For a small hand a pixel is a large step. So the step follows the size by powers of two. A region whose side
  /// reaches the next power on the grid takes that power's step.
  @Test(arguments: [(Float(5.03), Float(0.0625), Float(5)), (20.3, 0.125, 20.25), (59.2, 0.25, 59.25), (63.9, 0.5, 64), (500.4, 1, 500)])
  func `the step follows the side`(side: Float, step: Float, onGrid: Float) {
    for x: Float in [100.3, 200.0625, 300.9] {
      let grid = Region(centre: SIMD2(x, x), side: side, rotation: 0).onGrid
      #expect(grid.centre.x == (x / step).rounded(.toNearestOrAwayFromZero) * step, "\(x)")
      #expect(grid.side == onGrid && grid.onGrid == grid)
    }
  }

  /// Every joint lies in the region. There is room for the hand to move before the next frame.
  @Test func `the whole hand lies in its region`() {
    let joints = points(at: SIMD2(300, 200), size: 60, turn: 0.4)
    let box = Region(landmarks: joints).box
    for joint in joints { #expect(joint.x > box.minX && joint.x < box.maxX && joint.y > box.minY && joint.y < box.maxY) }
  }

  /// Landmarks show the palm too short. Their square is too tight.
  @Test func `a region is at least so many rows of knuckles wide`() {
    var joints = points(at: SIMD2(300, 200), size: 60, turn: 0.4)
    let row = joints[5] - joints[17]
    let knuckles = (row.x * row.x + row.y * row.y).squareRoot()
    let region = Region(landmarks: joints)
    #expect(region.side > 3.5 * knuckles)
    #expect(region.atLeast(3.5, knucklesOf: joints) == region && region.atLeast(0, knucklesOf: joints) == region)
    // The same knuckles, with palm and fingers at 0.7 times their length.
    for i in joints.indices { joints[i] = SIMD2(300, 200) + TrueWorld.turned(TrueWorld.shape[i] * SIMD2(1, 0.7), by: 0.4) * 60 }
    let tight = Region(landmarks: joints)
    let wide = tight.atLeast(3.5, knucklesOf: joints)
    #expect(tight.side < 3.2 * knuckles && wide.side > 3.4 * knuckles)
    #expect(wide.centre == tight.centre && wide.rotation == tight.rotation)
  }

  @Test func `a palms region is almost that of its landmarks`() {
    let (place, size) = (SIMD2<Float>(300, 200), Float(60))
    let joints = points(at: place, size: size, turn: 0.3)
    let middle = place + TrueWorld.turned(SIMD2(0, 0.5), by: 0.3) * size
    let palm = Palm(
      score: 0.9, box: Box(minX: middle.x - 36, minY: middle.y - 36, maxX: middle.x + 36, maxY: middle.y + 36),
      keypoints: [0, 5, 9, 13, 17, 1, 2].map { joints[$0] })
    let (a, b) = (Region(palm: palm), Region(landmarks: joints))
    #expect(abs(a.rotation - b.rotation) < 0.1 && a.box.overlap(b.box) > 0.6)
  }

  /// The forearm lies below the hand, in whatever direction the hand points.
  @Test func `the arm is below the hand`() {
    let reach = Region(centre: SIMD2(300, 200), side: 80, rotation: 0).reachOfArm
    #expect(reach.count == 4 && reach[0].minX == 260 && reach[3].maxY > 400 && reach[3].minX == 260)
    let sideways = Region(centre: SIMD2(300, 200), side: 80, rotation: .pi / 2).reachOfArm
    #expect(sideways[3].minX < 100 && abs(sideways[3].minY - 160) < 0.1)
  }
}
