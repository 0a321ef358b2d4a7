import Camera
import HandTracking
import Testing

/// Tests of the differences between a frame and the searched one.
@Suite struct SearchedFrameTests {
  private func frame(_ index: Int, noise: Int = 3, spot: SIMD2<Int>? = nil) -> Frame {
    TrueWorld.frame(index, at: Double(index) / 30, noise: noise, spot: spot)
  }

  /// Returns the state after a search in frame 60. The noise of the frames is known by then.
  private func searched(noise: Int = 3, spot: SIMD2<Int>? = nil) -> SearchedFrame {
    var state = SearchedFrame()
    for i in 0...60 {
      _ = state.hasChanged(frame(i, noise: noise, spot: spot))
      if i % 6 == 0 { state.searched(frame(i, noise: noise, spot: spot)) }
    }
    return state
  }

  @Test func `a frame that was never searched counts as another one`() {
    var state = SearchedFrame()
    let atFirst = state.hasChanged(frame(0))
    #expect(atFirst)
    state.searched(frame(0))
    let small = Frame.of(bytes: [UInt8](repeating: 100, count: 64 * 64), width: 64, height: 64, luma: PlaneLayout(stride: 64))
    let another = state.hasChanged(small)
    #expect(another)
  }

  @Test(arguments: [0, 1, 3, 8])
  func `noise is not a change`(noise: Int) {
    var state = searched(noise: noise)
    let changed = (61..<121).count { state.hasChanged(frame($0, noise: noise)) }
    #expect(changed <= 2, "\(changed) of 60")
  }

  /// Two by two cells become slightly brighter. The motion sensor ignores a change of this size.
  @Test func `a faint spot is a change until it was searched`() {
    var state = searched()
    let spot = SIMD2(40, 60)
    let changed = (61..<70).map { state.hasChanged(frame($0, spot: spot)) }
    #expect(changed == [false] + Array(repeating: true, count: 8), "one frame may be noise")
    state.searched(frame(70, spot: spot))
    let after = (71..<80).count { state.hasChanged(frame($0, spot: spot)) }
    #expect(after <= 1)
  }

  /// Almost nothing changes from frame to frame. Since the search the motion has added up.
  @Test func `a slow motion adds up`() {
    var state = searched(spot: SIMD2(20, 60))
    let changed = (61..<81).map { state.hasChanged(frame($0, spot: SIMD2(20 + ($0 - 61) / 2, 60))) }
    #expect(changed.last == true)
  }
}

/// Tests of the number of searches in a room where nothing happens.
@Suite struct StillRoomTests {
  private func searches(_ frames: Range<Int>, _ tracker: HandTracker, _ world: TrueWorld, noise: Int) throws -> Int {
    let before = world.palmRuns.count
    for i in frames { _ = try tracker.process(TrueWorld.frame(i, at: Double(i) / 30, noise: noise)) }
    return world.palmRuns.count - before
  }

  @Test(arguments: [0, 3])
  func `a still frame is searched five times a second from the start`(noise: Int) throws {
    let world = TrueWorld()
    let tracker = try HandTracker(world.models())
    _ = try searches(0..<15, tracker, world, noise: noise)
    let count = try searches(15..<135, tracker, world, noise: noise)
    #expect(count >= 18 && count <= 24, "\(count) in 4 s")
    // The searches alternate between the views. A hand missed in one view may be found in the other.
    let views = world.palmRuns.suffix(10).map(\.isHalf)
    #expect(views.count { $0 } == 5)
  }

  @Test func `a hand that was overlooked in a still frame is found`() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64), palmIsSeen: false)])
    let tracker = try HandTracker(world.models())
    _ = try searches(0..<60, tracker, world, noise: 3)
    world.hands[0].palmIsSeen = true
    var found: Int?
    for i in 60..<90 where found == nil {
      if try !tracker.process(TrueWorld.frame(i, at: Double(i) / 30, noise: 3)).hands.isEmpty { found = i }
    }
    #expect(found.map { $0 <= 66 } ?? false, "\(found ?? -1)")
  }
}
