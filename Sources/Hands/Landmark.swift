/// One of the 21 points of a hand.
///
/// In units of the picture, origin top left; values beyond 0...1 are points outside the picture.
public struct Landmark: Sendable, Equatable, BitwiseCopyable {
  /// Share of the picture's width from its left edge, 0...1 within the picture.
  public var x: Float
  /// Share of the picture's height from its top edge, 0...1 within the picture.
  public var y: Float
  /// Depth relative to the wrist in the unit of `x`; smaller is nearer to the camera.
  public var z: Float
  /// Makes a point of its coordinates; without `z` it is as deep as the wrist.
  public init(x: Float, y: Float, z: Float = 0) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// The landmarks' names, in MediaPipe's order.
public enum Joint: Int, CaseIterable, Sendable {
  case wrist
  case thumbCMC, thumbMCP, thumbIP, thumbTip
  case indexMCP, indexPIP, indexDIP, indexTip
  case middleMCP, middlePIP, middleDIP, middleTip
  case ringMCP, ringPIP, ringDIP, ringTip
  case littleMCP, littlePIP, littleDIP, littleTip
}

/// The 21 landmarks of one hand, held in place (no heap).
public struct Landmarks: Sendable, Equatable, BitwiseCopyable {
  /// How many landmarks a hand has.
  public static let count = 21
  var points: InlineArray<21, Landmark>

  /// The same landmark 21 times; without an argument all lie in the top left corner of the picture.
  public init(repeating landmark: Landmark = Landmark(x: 0, y: 0)) { points = InlineArray(repeating: landmark) }

  /// Takes the landmarks over in MediaPipe's order.
  /// - Precondition: `array` holds 21 landmarks.
  public init(_ array: [Landmark]) {
    precondition(array.count == Self.count, "a hand has 21 landmarks")
    points = InlineArray { array[$0] }
  }

  /// The landmark at a place of MediaPipe's order.
  /// - Precondition: `index` is in 0..<21.
  public subscript(_ index: Int) -> Landmark {
    get { points[index] }
    set { points[index] = newValue }
  }
  /// The landmark of a joint.
  public subscript(_ joint: Joint) -> Landmark {
    get { points[joint.rawValue] }
    set { points[joint.rawValue] = newValue }
  }

  /// A copy of all 21 in MediaPipe's order.
  public var array: [Landmark] { (0..<Self.count).map { points[$0] } }

  /// Whether all coordinates are exactly the same; there is no tolerance.
  public static func == (a: Landmarks, b: Landmarks) -> Bool { (0..<count).allSatisfy { a[$0] == b[$0] } }

  /// Smallest box around the landmarks, in picture units.
  public var box: Box {
    var box = Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    for i in 0..<Self.count {
      box.minX = min(box.minX, self[i].x)
      box.maxX = max(box.maxX, self[i].x)
      box.minY = min(box.minY, self[i].y)
      box.maxY = max(box.maxY, self[i].y)
    }
    return box
  }

  /// The same hand in the mirrored picture.
  public var mirrored: Landmarks {
    var copy = self
    for i in 0..<Self.count { copy[i].x = 1 - copy[i].x }
    return copy
  }

  /// Distance of two landmarks in picture heights.
  /// - Parameter aspect: width / height of the picture.
  public func distance(_ a: Joint, _ b: Joint, aspect: Float) -> Float {
    let dx = (self[a].x - self[b].x) * aspect
    let dy = self[a].y - self[b].y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The hand's size: wrist to middle MCP, in picture heights.
  public func size(aspect: Float) -> Float { max(distance(.wrist, .middleMCP, aspect: aspect), 1e-6) }
}

/// A box in picture units (0...1, origin top left).
public struct Box: Sendable, Equatable, BitwiseCopyable {
  /// Its left edge.
  public var minX: Float
  /// Its upper edge.
  public var minY: Float
  /// Its right edge.
  public var maxX: Float
  /// Its lower edge.
  public var maxY: Float
  /// Makes a box of its edges, as they are given.
  public init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Width times height; 0 for a box whose edges are in the wrong order.
  var area: Float { max(0, maxX - minX) * max(0, maxY - minY) }

  /// Intersection over union, 0...1.
  public func overlap(_ other: Box) -> Float {
    let both = shared(with: other)
    let union = area + other.area - both
    return union > 0 ? both / union : 0
  }

  /// How much of this box the other one covers, 0...1; 0 of a box without an area.
  public func covered(by other: Box) -> Float { area > 0 ? shared(with: other) / area : 0 }

  private func shared(with other: Box) -> Float {
    Box(minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY)).area
  }
}
