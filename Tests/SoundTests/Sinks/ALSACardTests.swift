import Foundation
import GestureFlowAPI
import Sound
import Testing

/// Tests of the choice of the card, and of the message about a failed open.
@Suite struct ALSACardTests {
  private final class Cards: @unchecked Sendable {
    private let lock = NSLock()
    private var there = ["A", "B"]
    private var busy: Set<String> = []
    func set(_ there: [String], busy: Set<String> = []) {
      lock.withLock {
        self.there = there
        self.busy = busy
      }
    }
    var list: [String] { lock.withLock { there } }
    func answer(_ device: String) -> Int32 {
      lock.withLock { busy.contains(device) ? -EBUSY : there.contains { "hw:CARD=\($0)" == device } ? 0 : -ENODEV }
    }
  }

  /// ALSA's own null device under the names of two cards.
  @Test func `of any card the one that was played first is preferred`() throws {
    let cards = Cards()
    let card = ALSACard(nil, cards: { cards.list }) { pcm, device, mode in
      let code = cards.answer(device)
      return code < 0 ? code : ALSACard.openPlayback(&pcm, "null", mode)
    }
    #expect(try card.open().name == "hw:CARD=A")
    #expect(card.missing == nil)
    cards.set(["B"])
    #expect(try card.open().name == "hw:CARD=B")
    #expect(card.missing == "hw:CARD=A" && !card.missingIsBack)
    cards.set(["C", "B", "A"], busy: ["hw:CARD=A"])
    #expect(!card.missingIsBack, "it is there and in use")
    cards.set(["C", "B", "A"])
    #expect(card.missingIsBack)
    #expect(try card.open().name == "hw:CARD=A")
    #expect(card.missing == nil)
    card.close()
  }

  @Test func `cards come before monitors`() {
    #expect(ALSACard.inOrderOfTrial(["vc4hdmi0", "vc4hdmi1", "Headphones", "DAC"]) == ["Headphones", "DAC", "vc4hdmi0", "vc4hdmi1"])
    #expect(ALSACard.inOrderOfTrial(["b", "a"]) == ["b", "a"])
  }

  /// An owner plugs cards in and sets keys, and has no command line of the service.
  @Test func `the remedy for a missing card is an owner's`() {
    let none = #expect(throws: Failure.self) { _ = try ALSACard(nil, cards: { [] }) { _, _, _ in -ENODEV }.open() }
    #expect(none == Failure("no sound card", remedy: "plug one in"))
    let gone = #expect(throws: Failure.self) { _ = try ALSACard("hw:9,0") { _, _, _ in -ENODEV }.open() }
    #expect(gone?.description == "no sound card hw:9,0: plug it in, or set sound.card to another card")
  }

  /// By default ALSA waits forever for a card that another program uses.
  @Test(
    arguments: [(EBUSY, "in use by another program"), (EAGAIN, "in use by another program"), (EACCES, "usermod -aG audio")]
      as [(Int32, String)])
  func `a card that cannot be opened is not waited for`(code: Int32, text: String) {
    // 1 is SND_PCM_NONBLOCK.
    let card = ALSACard("hw:9,0") { _, _, mode in mode == 1 ? -code : -ENOSYS }
    do {
      _ = try card.open()
      Issue.record("it is taken")
    } catch { #expect(error.description.contains(text) && error.description.contains("hw:9,0"), "\(error)") }
  }
}
