import Foundation
import GestureFlowAPI
import HandTracking
import TestSupport
import Testing

/// Tests of the check that a runtime file is the expected one. They need no models.
@Suite struct ModelFileTests {
  /// SHA-256 of "abc" (FIPS 180-2, appendix B.1).
  private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  private func folder(_ root: URL, sums: String?, files: [String: String]) throws -> ModelFolder {
    for (name, text) in files { try Data(text.utf8).write(to: root.appendingPathComponent(name)) }
    if let sums { try Data(sums.utf8).write(to: root.appendingPathComponent("SHA256SUMS")) }
    return ModelFolder(path: root.path)
  }

  @Test func `the right file is taken and any other is not`() throws {
    try Places.withFolder { (root: URL) throws in
      let names = ["libLiteRt.so", "hand_landmark_lite_exact.tflite", "palm_detection_full.tflite"]
      let sums = names.map { "\(abc)  \($0)\n" }.joined()
      let folder = try folder(root, sums: sums, files: [names[0]: "abc", names[1]: "abd"])
      #expect(throws: Never.self) { try folder.library.verify() }
      let other = #expect(throws: Failure.self) { try folder.landmarks(.lite).verify() }
      #expect(other?.description.contains("hand_landmark_lite_exact.tflite is damaged (SHA-256 ") == true)
      #expect(other?.description.contains("instead of \(abc.prefix(12))") == true)
      #expect(throws: Failure.missing(model: root.path + "/palm_detection_full.tflite")) { try folder.palms(.int8).verify() }
      // A file becomes empty, and a folder takes a file's place.
      try Data().write(to: root.appendingPathComponent(names[1]))
      #expect(throws: Failure.self) { try folder.landmarks(.lite).verify() }
      try FileManager.default.createDirectory(at: root.appendingPathComponent(names[2]), withIntermediateDirectories: true)
      #expect(throws: Failure.self) { try folder.palms(.int8).verify() }
    }
  }

  /// An owner may install another runtime. Without a digest the file must only exist.
  @Test func `a file that is not listed need only be there`() throws {
    try Places.withFolder { (root: URL) throws in
      let folder = try folder(root, sums: nil, files: ["libLiteRt.so": "anything"])
      #expect(throws: Never.self) { try folder.library.verify() }
      #expect(folder.library.digest == nil && folder.library.name == "libLiteRt.so")
      #expect(throws: Failure.missing(model: root.path + "/hand_landmark_int8.tflite")) { try folder.landmarks(.int8).verify() }
    }
  }

  /// The format of sha256sum, for text and for binary files. Other lines are skipped.
  @Test func `the list is read as sha 256 sum writes it`() throws {
    try Places.withFolder { (root: URL) throws in
      let sums = "# a remark of several words\n\n\(abc)  libLiteRt.so\n\(abc) *palm_detection_lite.tflite\nhalf\n"
      let folder = try folder(root, sums: sums, files: ["palm_detection_lite.tflite": "abd"])
      #expect(folder.library.digest == abc)
      #expect(throws: Failure.self) { try folder.palms(.lite).verify() }
      #expect(folder.landmarks(.int8).digest == nil)
    }
  }

  @Test(
    arguments: [
      ("float", .float), ("int8", .int8), ("lite", .lite), ("exact", .float), ("full", .int8), ("Float", nil), ("huge", nil), ("", nil),
    ] as [(String, ModelSize?)])
  func `a model has its word, and the old one is read too`(word: String, size: ModelSize?) { #expect(ModelSize(word: word) == size) }

  /// The package contains exactly the files that some model size loads. The packed files are those of
  /// `scripts/deb.sh`. The package lacks no file and has no unused file.
  @Test func `a package has what is loaded and nothing else`() throws {
    let list = Places.project.appendingPathComponent("scripts/runtime.x86_64.sha256")
    let run = try ProgramRun.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["python3", "-B", Places.project.appendingPathComponent("scripts/models/make.py").path, "--packaged", list.path])
    #expect(run.status == 0, "\(run.errors)")
    let packaged = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
    let folder = ModelFolder(path: "/nowhere")
    let loaded = [folder.library] + ModelSize.allCases.flatMap { [folder.landmarks($0), folder.palms($0)] }
    #expect(packaged.count == Set(packaged).count && Set(packaged) == Set(loaded.map(\.name)))
  }
}
