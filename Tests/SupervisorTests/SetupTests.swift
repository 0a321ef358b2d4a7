import Foundation
import TestSupport
import Testing

/// Tests of `make setup` under bad conditions: a clear error, and no partial file.
@Suite(.serialized) struct SetupTests {
  private let script = Places.project.appendingPathComponent("scripts/setup.sh")

  private func setUp(_ index: URL, root: URL, architecture: String? = nil) throws -> ProgramRun {
    var environment = ["GESTUREFLOW_INDEX": index.path, "GESTUREFLOW_RUNTIME_ROOT": root.path, "PIP_FIND_LINKS": ""]
    if let architecture { environment["GESTUREFLOW_ARCH"] = architecture }
    return try ProgramRun.run(script, ["runtime"], environment: environment)
  }

  /// Names of the entries in a folder.
  private func leftovers(_ root: URL) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? [] }

  @Test func `a wrong hash is refused and leaves nothing`() throws {
    try Places.withFolder { folder in
      let index = folder.appendingPathComponent("index")
      let root = folder.appendingPathComponent("runtime")
      try FileManager.default.createDirectory(at: index, withIntermediateDirectories: true)
      // A wheel with the right name and wrong content, and its SHA-256.
      let wrong = "853541ec22cb281948a232229a88b6b1fad7ff06e8283801b856eeca96467632"
      for platform in ["x86_64", "aarch64"] {
        try Data("not the runtime".utf8).write(
          to: index.appendingPathComponent("ai_edge_litert-2.3.0-cp311-cp311-manylinux_2_27_\(platform).whl"))
      }
      let run = try setUp(index, root: root)
      #expect(run.status != 0)
      #expect(run.errors.contains("ai-edge-litert==2.3.0: the downloaded file has a wrong SHA-256, \(wrong) instead of "), "\(run.errors)")
      #expect(leftovers(root).isEmpty, "\(leftovers(root))")
    }
  }

  @Test func `without network it says so and leaves nothing`() throws {
    try Places.withFolder { folder in
      let empty = folder.appendingPathComponent("empty")
      let root = folder.appendingPathComponent("runtime")
      try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
      let run = try setUp(empty, root: root)
      #expect(run.status != 0)
      #expect(run.errors.contains("could not be downloaded: check the network"), "\(run.errors)")
      #expect(leftovers(root).isEmpty)
    }
  }

  @Test func `an unknown machine is named`() throws {
    try Places.withFolder { folder in
      let run = try setUp(folder, root: folder.appendingPathComponent("r"), architecture: "sparc64")
      #expect(run.status != 0 && run.errors.contains("no model runtime for sparc64"))
    }
  }

  @Test func `existing files are left alone`() throws {
    let run = try ProgramRun.run(script, ["runtime"], environment: ["GESTUREFLOW_INDEX": "/nowhere"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  /// Files that are downloaded, not built.
  private let fetched = [
    "libLiteRt.so", "hand_landmark_full.tflite", "hand_landmark_lite.tflite", "palm_detection_full.tflite", "palm_detection_lite.tflite",
  ]

  /// Makes a folder as an older version leaves it, without built models.
  private func olderFolder(_ root: URL) throws -> URL {
    let own = Places.project.appendingPathComponent(".runtime/\(ProgramTests.architecture)")
    let folder = root.appendingPathComponent(ProgramTests.architecture)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in fetched { try FileManager.default.copyItem(at: own.appendingPathComponent(name), to: folder.appendingPathComponent(name)) }
    let list = try String(contentsOf: own.appendingPathComponent("SHA256SUMS"), encoding: .utf8)
    let lines = list.split(separator: "\n").filter { line in fetched.contains { line.hasSuffix("  \($0)") } }
    #expect(lines.count == fetched.count)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appendingPathComponent("SHA256SUMS"))
    return folder
  }

  @Test func `an older folder is made complete without a network`() throws {
    try Places.withFolder { (folder: URL) throws in
      let root = folder.appendingPathComponent("runtime")
      let old = try olderFolder(root)
      let run = try setUp(URL(fileURLWithPath: "/nowhere"), root: root)
      #expect(run.status == 0 && !run.errors.contains("fetching"), "\(run.errors)")
      #expect(leftovers(root) == [old.lastPathComponent])
      let whole = try ProgramRun.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", "cd \"$0\" && sha256sum --quiet -c SHA256SUMS", old.path])
      #expect(whole.status == 0, "\(whole.output)")
      #expect(leftovers(old).count > fetched.count + 1, "\(leftovers(old))")
    }
  }

  /// A damaged download is not used for a build. The folder stays as it is until a new download succeeds.
  @Test func `a damaged folder is fetched again and stays until then`() throws {
    try Places.withFolder { (folder: URL) throws in
      let root = folder.appendingPathComponent("runtime")
      let old = try olderFolder(root)
      let file = old.appendingPathComponent("hand_landmark_full.tflite")
      var data = try Data(contentsOf: file)
      data[data.count / 2] ^= 0xFF
      try data.write(to: file, options: .atomic)
      let run = try setUp(URL(fileURLWithPath: "/nowhere"), root: root)
      #expect(run.status != 0 && run.errors.contains("could not be downloaded: check the network"), "\(run.errors)")
      #expect(leftovers(root) == [old.lastPathComponent])
      #expect(leftovers(old).count == fetched.count + 1)
    }
  }
}
