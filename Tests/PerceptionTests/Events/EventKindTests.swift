import GestureFlowAPI
import TestSupport
import Testing

/// Compares the list of kinds of events with the sources that publish them.
@Suite struct EventKindTests {
  /// A client cannot subscribe to a kind that is not on the list.
  @Test func `the list has every kind that the sources publish and no other`() throws {
    // Their names are chosen by velocity (`NoteChange`).
    var kinds: Set<String> = ["noteOn", "noteOff"]
    for text in try Places.sources() {
      kinds.formUnion(text.matches(of: #/publish\("(\w+)"/#).map { String($0.1) })
      guard text.contains("enum GestureEvent: ") else { continue }
      kinds.formUnion(text.matches(of: #/case \.\w+: "(\w+)"/#).map { String($0.1) })
    }
    #expect(kinds == EventKind.happenings, "\(kinds.symmetricDifference(EventKind.happenings))")
  }
}
