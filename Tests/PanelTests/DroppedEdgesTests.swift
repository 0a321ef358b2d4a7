import Panel
import Testing

/// Tests of a button with more edges than the kernel keeps.
@Suite struct DroppedEdgesTests {
  /// Sixteen edges a millisecond apart, down first.
  private let full = (0..<16).map { Edge(.next, isDown: $0 % 2 == 0, time: 1 + Double($0) * 0.001) }

  @Test func `chatter that was read late is one press`() {
    var reader = ButtonReader(quiet: 0.008)
    // The last kept edge went up. 30 ms later the button is down: it chattered meanwhile.
    let lost = DroppedEdges.after(full, now: 1.045) { _ in true }
    let actions = reader.actions(full + lost, now: 1.045)
    #expect(actions.isEmpty && reader.isDown(.next))
    #expect(reader.actions([Edge(.next, isDown: false, time: 1.1)], now: 1.2) == [.click(.next)])
  }

  @Test func `a release that was dropped is believed after its quiet`() {
    var reader = ButtonReader(quiet: 0.008)
    let odd = Array(full.prefix(15))
    let lost = DroppedEdges.after(odd, now: 1.045) { _ in false }
    #expect(reader.actions(odd + lost, now: 1.045).isEmpty, "it may chatter still")
    #expect(reader.actions([], now: 1.054) == [.click(.next)])
  }

  @Test func `buttons that stand where their last edge left them have lost nothing`() {
    #expect(DroppedEdges.after(full, now: 1.045) { _ in false }.isEmpty)
    #expect(DroppedEdges.after(full, now: 1.045) { _ in nil }.isEmpty, "nothing is known")
    let two = full + [Edge(.play, isDown: true, time: 1.02)]
    #expect(DroppedEdges.after(two, now: 1.045) { $0 == .play ? false : nil } == [Edge(.play, isDown: false, time: 1.045)])
  }
}
