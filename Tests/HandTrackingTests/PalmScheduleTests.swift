import Testing

import HandTracking

@Suite struct PalmScheduleTests {
  private func searches(_ rate: Double, seconds: Double, tracked: Int, wanted: Int = 2, moving: Bool) -> Int {
    var schedule = PalmSchedule()
    return (0..<Int(rate * seconds)).count { schedule.isDue(at: Double($0) / rate, tracked: tracked, wanted: wanted, moving: moving) }
  }

  @Test(arguments: [15.0, 30, 60])
  func `the rates are the same at every frame rate`(rate: Double) {
    // 10 per second, or as near as whole frames allow. At 15 frames per second it is every second frame.
    let expected = rate == 15 ? 60 : 80
    #expect(abs(searches(rate, seconds: 8, tracked: 0, moving: false) - expected) <= 10)
    #expect(abs(searches(rate, seconds: 10, tracked: 1, moving: true) - 40) <= 5)
    #expect(abs(searches(rate, seconds: 10, tracked: 1, moving: false) - 8) <= 1)
    #expect(abs(searches(rate, seconds: 10, tracked: 2, moving: true) - 20) <= 1)
    #expect(abs(searches(rate, seconds: 10, tracked: 2, moving: false) - 10) <= 1)
  }

  /// Returns how many searches are due on the frames. Each due search is recorded.
  private func searchesOfARoom(_ frames: Range<Int>, _ schedule: inout PalmSchedule, changed: Bool) -> Int {
    var count = 0
    for i in frames where schedule.isDue(at: Double(i) / 30, tracked: 0, wanted: 2, moving: false, changed: changed) {
      schedule.searched(count % 2 == 0 ? .whole : .half, found: false)
      count += 1
    }
    return count
  }

  /// Both views of a frame are searched at once. After that the frame has nothing new until it changes.
  @Test func `a frame that does not change is searched five times a second`() {
    var schedule = PalmSchedule()
    let first = searchesOfARoom(0..<5, &schedule, changed: false)
    #expect(first == 2)
    let still = searchesOfARoom(5..<125, &schedule, changed: false)
    #expect(abs(still - 20) <= 1)
    let changing = searchesOfARoom(125..<245, &schedule, changed: true)
    #expect(abs(changing - 40) <= 1)
    let again = searchesOfARoom(245..<305, &schedule, changed: false)
    #expect(abs(again - 11) <= 1)
  }

  /// A person is present whose hands may appear in any frame.
  @Test func `while something moves every frame is searched`() {
    #expect(searches(30, seconds: 4, tracked: 0, moving: true) >= 119)
    #expect(searches(15, seconds: 4, tracked: 0, moving: true) >= 59)
    // At 60 frames per second the limit is 30 searches per second.
    #expect(searches(60, seconds: 4, tracked: 0, moving: true) <= 125)
  }

  @Test func `a loss is reported for a while`() {
    var schedule = PalmSchedule()
    _ = schedule.isDue(at: 0, tracked: 1, wanted: 2, moving: false)
    #expect(!schedule.isJustLost)
    schedule.handLost(at: 0, held: 1)
    _ = schedule.isDue(at: 0.3, tracked: 0, wanted: 2, moving: false)
    #expect(schedule.isJustLost)
    _ = schedule.isDue(at: 0.5, tracked: 0, wanted: 2, moving: false)
    #expect(!schedule.isJustLost)
  }

  @Test func `falls to five a second after ten still seconds`() {
    var schedule = PalmSchedule()
    var late = 0
    for i in 0..<900 {
      let due = schedule.isDue(at: Double(i) / 30, tracked: 0, wanted: 2, moving: false)
      if i >= 600, due { late += 1 }
    }
    #expect(abs(late - 50) <= 2)
  }

  /// A film begins again, or a camera was plugged in again. Its clock does not relate to the old times.
  @Test func `time that goes backwards starts the schedule anew`() {
    var schedule = PalmSchedule()
    for i in 0..<90 { _ = schedule.isDue(at: 1000 + Double(i) / 30, tracked: 0, wanted: 2, moving: true) }
    schedule.handLost(at: 1003, held: 1)
    var due = 0
    for i in 0..<90 { if schedule.isDue(at: Double(i) / 30, tracked: 0, wanted: 2, moving: false) { due += 1 } }
    #expect(!schedule.isJustLost)
    // 10 per second in frames without motion. The old loss and the old motion must not block searches or cause one in
    // every frame.
    #expect(abs(due - 30) <= 3, "\(due)")
  }

  @Test func `the loss of the only hand is searched on every frame`() {
    var schedule = PalmSchedule()
    _ = schedule.isDue(at: 0, tracked: 1, wanted: 2, moving: false)
    schedule.handLost(at: 0, held: 1)
    for i in 1...10 {
      let due = schedule.isDue(at: Double(i) / 30, tracked: 0, wanted: 2, moving: false)
      #expect(due)
    }
  }

  /// Returns the frames with a palm search beside one tracked hand. Something else moves in the frames from 90 up to
  /// `until`.
  private func searchedBesideAMotion(until: Int) -> [Int] {
    var schedule = PalmSchedule()
    return (0..<180).filter { schedule.isDue(at: Double($0) / 30, tracked: 1, wanted: 2, moving: (90..<until).contains($0)) }
  }

  /// A second hand comes into view within a few frames. It must not wait a quarter of a second for the next search.
  @Test func `when something begins to move beside a hand it is looked for often`() {
    let frames = searchedBesideAMotion(until: 180).filter { $0 >= 90 }
    #expect(Array(frames.prefix(5)) == [90, 93, 96, 99, 102])
    let late = frames.filter { $0 >= 120 }
    #expect(abs(late.count - 8) <= 1, "4 a second while it lasts: \(late)")
  }

  @Test func `a motion that is over is forgotten soon`() {
    #expect(searchedBesideAMotion(until: 94).filter { $0 >= 110 }.count <= 3)
  }

  /// The hand that came in caused the motion. Once found, it does not cause a search for another hand.
  @Test func `a hand that was found is not the beginning of a motion`() {
    var schedule = PalmSchedule()
    var after: [Int] = []
    for i in 0..<49 {
      let isDue = schedule.isDue(at: Double(i) / 30, tracked: i < 33 ? 0 : 1, wanted: 2, moving: (30..<36).contains(i))
      if isDue, i >= 33 { after.append(i) }
    }
    #expect(after.count <= 2, "\(after)")
  }

  /// A hand may be present but not detected for some seconds. It may be a fist or behind the other hand.
  @Test func `in the seconds after a loss a resting frame is searched twice as often`() {
    var schedule = PalmSchedule()
    _ = schedule.isDue(at: 0, tracked: 2, wanted: 2, moving: false)
    schedule.handLost(at: 0, held: 2)
    let due = (1...450).filter { schedule.isDue(at: Double($0) / 30, tracked: 1, wanted: 2, moving: false) }
    let soon = due.count { $0 >= 15 && $0 < 150 }
    let late = due.count { $0 >= 180 }
    #expect(abs(soon - 7) <= 1, "in 4.5 s: \(due)")
    #expect(abs(late - 7) <= 1, "in 9 s: \(due)")
  }

  /// Returns the frames with a palm search after a loss. One of two hands is lost. The result covers frames 1 to 15.
  /// The other hand is tracked in all of them, the lost hand from frame `back` on.
  private func searchedBesideALoss(back: Int) -> [Int] {
    var schedule = PalmSchedule()
    _ = schedule.isDue(at: 0, tracked: 2, wanted: 3, moving: false)
    schedule.handLost(at: 0, held: 2)
    return (1...15).filter { schedule.isDue(at: Double($0) / 30, tracked: $0 < back ? 1 : 2, wanted: 3, moving: false) }
  }

  /// The other hand keeps playing, and most of these searches find nothing. The frame of the loss itself was
  /// searched.
  @Test func `a hand that is lost beside another is looked for a few times`() {
    #expect(searchedBesideALoss(back: 100) == [4, 8])
  }

  @Test func `a lost hand that is back is looked for no more`() {
    #expect(searchedBesideALoss(back: 2).isEmpty)
    var schedule = PalmSchedule()
    _ = schedule.isDue(at: 0, tracked: 1, wanted: 2, moving: false)
    schedule.handLost(at: 0, held: 1)
    let due = (1...15).filter { schedule.isDue(at: Double($0) / 30, tracked: $0 < 3 ? 0 : 1, wanted: 2, moving: false) }
    #expect(due == [1, 2])
  }

  /// This happens in mode instrument. The third hand may have been in view all the time.
  @Test func `when more hands are wanted the next frame is searched`() {
    var schedule = PalmSchedule()
    func due(_ frames: Range<Int>, wanted: Int) -> [Int] {
      frames.filter { schedule.isDue(at: Double($0) / 30, tracked: 2, wanted: wanted, moving: false) }
    }
    #expect(due(0..<10, wanted: 3) == [0])
    #expect(due(10..<20, wanted: 4) == [10])
    #expect(due(20..<30, wanted: 2).isEmpty)
    #expect(due(30..<40, wanted: 3) == [30])
  }

  /// A hand that plays may come, but nothing is urgent. With enough hands, neither the start of a motion nor a lost
  /// hand counts.
  @Test func `with as many hands as are wanted palms are looked for once or twice a second`() {
    var schedule = PalmSchedule()
    func due(_ frames: Range<Int>, moving: Bool, tracked: Int = 2) -> [Int] {
      frames.filter { schedule.isDue(at: Double($0) / 30, tracked: tracked, wanted: 2, moving: moving) }
    }
    #expect(due(0..<90, moving: false) == [0, 30, 60])
    #expect(due(90..<150, moving: true) == [90, 105, 120, 135])
    schedule.handLost(at: 5, held: 4)
    #expect(due(151..<166, moving: true) == [165])
    // One place is free, so searches are due more often.
    #expect(due(166..<176, moving: true, tracked: 1).count >= 1)
  }

  @Test(arguments: [0.5, 1.5]) func `a limit holds for hands that are all there`(most: Double) {
    var schedule = PalmSchedule()
    schedule.most = most
    let count = (0..<600).count { schedule.isDue(at: Double($0) / 30, tracked: 2, wanted: 2, moving: true) }
    #expect(abs(count - Int(20 * most)) <= 1)
  }

  /// Searches take long on a slow machine. They become fewer, except in the moments in which they matter.
  @Test func `a limit holds but for the begin of a motion and for a loss`() {
    var schedule = PalmSchedule()
    schedule.most = 3
    func due(_ frames: Range<Int>, moving: Bool) -> Int {
      frames.count { schedule.isDue(at: Double($0) / 30, tracked: 0, wanted: 2, moving: moving) }
    }
    #expect(abs(due(0..<300, moving: false) - 30) <= 3)
    #expect(due(300..<314, moving: true) == 14, "something comes in")
    #expect(abs(due(315..<615, moving: true) - 30) <= 3, "a person dances")
    schedule.handLost(at: 20.48, held: 1)
    #expect(due(615..<625, moving: true) == 10)
  }
}
