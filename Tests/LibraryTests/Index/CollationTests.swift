import Foundation
import Library
import TestSupport
import Testing

@Suite struct CollationTests {
  @Test func `letters with marks sort beside their plain letters`() {
    let names = ["Zoo", "Ä x", "A", "Ångström", "Øre", "P", "ß", "Š", "T", "œuvre", "Ất", "B", "Łódź", "M"]
    let sorted = ["A", "Ä x", "Ångström", "Ất", "B", "Łódź", "M", "œuvre", "Øre", "P", "Š", "ß", "T", "Zoo"]
    #expect(names.sorted(by: NaturalOrder.precedes) == sorted)
  }

  /// A Mac writes a letter and its mark separately; other systems combine them.
  @Test func `a mark has one place however it is written`() {
    #expect(NaturalOrder.key("Mot\u{F6}rhead 10") == NaturalOrder.key("Moto\u{308}rhead 10"))
    #expect(NaturalOrder.key("E\u{301}") == "e")
  }

  @Test func `letters of other alphabets keep their order`() {
    #expect(["я", "Б", "а", "z"].sorted(by: NaturalOrder.precedes) == ["z", "а", "Б", "я"])
    #expect(NaturalOrder.key("×÷") == "×÷")
    #expect(NaturalOrder.key("007 x") == NaturalOrder.key("7 x"))
    #expect(["0", "00", "1"].sorted(by: NaturalOrder.precedes) == ["0", "00", "1"])
  }

  @Test func `folders that other systems keep for themselves are not walked`() throws {
    try Places.withFolder { root in
      let kept = [
        "RECYCLER", "$RECYCLE.BIN", "$Recycle.Bin", "FOUND.000", "found.123", "LOST.DIR", "__MACOSX", "@eaDir", "#recycle",
        "System Volume Information", ".Trash-1000", ".Trashes", ".Spotlight-V100", "lost+found",
      ]
      let music = ["Found.0000", "Found. 12", "Foundling", "Recycler songs"]
      for name in kept + music {
        let folder = root.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appendingPathComponent("a.wav"))
      }
      var met: Set<String> = []
      FolderWalk(root.path).run { step in
        if case .file(let file) = step { met.insert(file.relative) }
        return true
      }
      #expect(met == Set(music.map { $0 + "/a.wav" }))
    }
  }
}
