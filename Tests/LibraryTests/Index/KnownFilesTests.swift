import Library
import Testing

@Suite struct KnownFilesTests {
  @Test func `files are met once they were seen`() {
    var known = KnownFiles()
    known.add("a.wav", size: 10, modified: 20, problem: nil)
    known.add("b.wav", size: 0, modified: 20, problem: "it is empty")
    #expect(known["a.wav"]?.size == 10 && known["a.wav"]?.modified == 20 && known["c.wav"] == nil)
    #expect(!known.isMet("a.wav") && !known.isTrack("a.wav"), "a track that this scan has not met is unknown")
    known.meet("a.wav")
    known.meet("b.wav")
    known.meet("none.wav")
    #expect(known.isTrack("a.wav") && !known.isTrack("b.wav") && known.isMet("b.wav") && !known.isMet("none.wav"))
    #expect(known.has("b.wav", problem: "it is empty") && !known.has("b.wav", problem: "it is damaged") && !known.has("a.wav", problem: ""))
    known.meet("new.wav", size: 1, modified: 2, problem: nil)
    #expect(known.isTrack("new.wav"))
  }

  /// The file system has two names; as Swift strings they are equal. A file renamed from one to the other is
  /// new.
  @Test func `two spellings of an accent are two files`() {
    var known = KnownFiles()
    known.add("Cafe\u{301}.wav", size: 10, modified: 20, problem: nil)
    #expect(known["Caf\u{e9}.wav"] == nil)
    known.meet("Caf\u{e9}.wav", size: 10, modified: 20, problem: nil)
    #expect(known.isTrack("Caf\u{e9}.wav") && !known.isMet("Cafe\u{301}.wav"))
  }
}
