import Gestures
import Testing

/// Tests of the choice between two hands of one side.
@Suite struct SideChoiceTests {
  private typealias Candidate = SideChoice.Candidate

  /// Makes 30 choices per second from `begin` to `end`. Returns all of them.
  private func play(
    _ choice: inout SideChoice, _ begin: Double, _ end: Double, held: Int? = nil, _ hands: [(id: Int, confidence: Float)]
  ) -> [Int?] {
    let (from, to) = (Int((begin * 30).rounded()), Int((end * 30).rounded()))
    return (from..<to).map { i in
      choice.choose(hands.map { Candidate(id: $0.id, confidence: $0.confidence) }, held: held, at: Double(i) / 30)
    }
  }

  @Test func `the surer of two that come together plays`() {
    var choice = SideChoice()
    #expect(play(&choice, 0, 0.1, [(1, 0.6), (2, 0.9)]) == [2, 2, 2])
    #expect(play(&choice, 0.1, 0.2, []) == [nil, nil, nil])
  }

  @Test func `a hand that is surer for a moment does not take over`() {
    var choice = SideChoice()
    _ = play(&choice, 0, 0.5, [(1, 0.7)])
    for round in 0..<5 {
      let begin = 0.5 + Double(round)
      // After 0.27 s the hand is as doubtful as before. The time restarts.
      #expect(play(&choice, begin, begin + 0.27, [(1, 0.7), (2, 0.95)]).allSatisfy { $0 == 1 })
      #expect(play(&choice, begin + 0.27, begin + 1, [(1, 0.7), (2, 0.75)]).allSatisfy { $0 == 1 })
    }
  }

  @Test func `a hand that is surer for longer takes over`() {
    var choice = SideChoice()
    #expect(play(&choice, 0, 1, [(1, 0.7)]).last == 1)
    let turn = play(&choice, 1, 2, [(1, 0.7), (2, 0.95)])
    let first = turn.firstIndex(of: 2)
    // 0.3 s are nine frames.
    #expect(first == 9 || first == 10, "after \(String(describing: first)) frames")
    #expect(turn.drop { $0 == 1 }.allSatisfy { $0 == 2 })
    // The opposite change takes as long.
    #expect(play(&choice, 2, 2.2, [(1, 0.95), (2, 0.7)]).allSatisfy { $0 == 2 })
    #expect(play(&choice, 2.2, 2.5, [(1, 0.95), (2, 0.7)]).last == 1)
  }

  /// A hand that is only a little surer never takes over.
  @Test func `little surer is not enough`() {
    var choice = SideChoice()
    _ = play(&choice, 0, 1, [(1, 0.8)])
    #expect(play(&choice, 1, 5, [(1, 0.8), (2, 0.89)]).allSatisfy { $0 == 1 })
  }

  /// Each of two rivals is surer for a while. Neither is so for long enough.
  @Test func `rivals do not add up`() {
    var choice = SideChoice()
    _ = play(&choice, 0, 1, [(1, 0.5)])
    for i in 0..<10 {
      let begin = 1 + 0.2 * Double(i)
      #expect(
        play(&choice, begin, begin + 0.2, [(1, 0.5), (2, i % 2 == 0 ? 0.9 : 0.8), (3, i % 2 == 0 ? 0.8 : 0.9)]).allSatisfy { $0 == 1 })
    }
  }

  @Test func `the one that holds a control keeps its place`() {
    var choice = SideChoice()
    _ = play(&choice, 0, 1, [(1, 0.6)])
    #expect(play(&choice, 1, 5, held: 1, [(1, 0.5), (2, 1)]).allSatisfy { $0 == 1 })
    // After the release it plays on for a while. The other must be surer for the usual time.
    let free = play(&choice, 5, 6, [(1, 0.5), (2, 1)])
    #expect(free.prefix(8).allSatisfy { $0 == 1 } && free.last == 2)
    // A held control stays with its hand. The hand need not have been chosen.
    #expect(play(&choice, 6, 7, held: 1, [(1, 0.5), (2, 1)]).allSatisfy { $0 == 1 })
  }

  @Test func `the one that is left plays at once`() {
    var choice = SideChoice()
    _ = play(&choice, 0, 1, [(1, 0.9)])
    #expect(play(&choice, 1, 1.2, held: 1, [(2, 0.5)]).allSatisfy { $0 == 2 })
  }

  @Test func `conflicts are counted once a meeting`() {
    var choice = SideChoice()
    _ = play(&choice, 0, 1, [(1, 0.9)])
    #expect(choice.conflicts == 0)
    _ = play(&choice, 1, 4, [(1, 0.9), (2, 0.5)])
    #expect(choice.conflicts == 1)
    _ = play(&choice, 4, 5, [(1, 0.9)])
    _ = play(&choice, 5, 6, [(2, 0.5), (1, 0.9), (3, 0.6)])
    #expect(choice.conflicts == 2)
    _ = play(&choice, 6, 7, [])
    #expect(choice.conflicts == 2)
  }
}
