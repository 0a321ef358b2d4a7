import GestureFlowAPI
import Testing

@Suite struct FolderOfPathTests {
  @Test(
    arguments: [
      ("a", ""), ("", ""), ("a.wav", ""), ("b/a", "b"), ("b/c/a.wav", "b/c"), ("/a", "/"), ("/", "/"), ("/b/a", "/b"), ("ü/ä", "ü"),
      // A combining mark does not hide the slash before it.
      ("b/\u{301}a", "b"),
    ])
  func `it is what stands before the last slash`(path: String, folder: String) {
    #expect(path.folderOfPath == folder)
  }
}
