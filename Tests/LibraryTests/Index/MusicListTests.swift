import Foundation
import Library
import TestSupport
import Testing

@Suite struct MusicListTests {
  @Test func `folders and playlists are lists`() throws {
    try Places.withFolder { root in
      for name in ["b/2.wav", "b/10.wav", "a\nb/1.wav", "top.wav"] {
        let path = root.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Music.write(path, seconds: 0.05)
      }
      try Data("b/10.wav\ntop.wav\nb/10.wav\nnone.wav\n".utf8).write(to: root.appendingPathComponent("mix\u{202E}.m3u8"))
      let index = try LibraryIndex(nil)
      _ = try StickScanner(stick: "S", root: root.path, index: index).run()
      let lists = MusicList.lists(of: "S", root: root.path, tracks: try index.tracks(of: "S"), playlists: try index.playlists(of: "S"))
      #expect(lists.map(\.name) == ["", "a b", "b", "mix.m3u8"])
      #expect(lists[2].tracks.map(\.relative) == ["b/2.wav", "b/10.wav"])
      #expect(lists[1].tracks.first?.path == root.path + "/a\nb/1.wav", "the path is the file's own")
      #expect(lists[3].tracks.map(\.relative) == ["b/10.wav", "top.wav", "b/10.wav"])
      #expect(try index.problems(of: "S").map(\.reason) == ["line 4 names a track that is not on the stick"])
    }
  }

  /// Names that differ only in zeros have equal rank in the natural order.
  @Test func `two folders of one place are two lists`() throws {
    try Places.withFolder { root in
      for name in ["CD1/a.wav", "CD1/b.wav", "CD01/a.wav", "CD01/b.wav"] {
        let path = root.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Music.write(path, seconds: 0.05)
      }
      let index = try LibraryIndex(nil)
      _ = try StickScanner(stick: "S", root: root.path, index: index).run()
      let lists = MusicList.lists(of: "S", root: root.path, tracks: try index.tracks(of: "S"), playlists: [])
      #expect(Set(lists.map(\.name)) == ["CD1", "CD01"] && lists.count == 2)
      for list in lists { #expect(list.tracks.map(\.relative) == ["\(list.name)/a.wav", "\(list.name)/b.wav"]) }
    }
  }
}
