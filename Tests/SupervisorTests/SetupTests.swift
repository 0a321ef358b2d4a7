import Foundation
import TestSupport
import Testing

/// `make setup` when the world is against it: a clear error, and no half file.
@Suite(.serialized) struct SetupTests {
  private let script = Places.project.appendingPathComponent("scripts/setup.sh")

  private func setUp(_ index: URL, root: URL, architecture: String? = nil) throws -> ProgramRun {
    var environment = ["GESTUREFLOW_INDEX": index.path, "GESTUREFLOW_RUNTIME_ROOT": root.path, "PIP_FIND_LINKS": ""]
    if let architecture { environment["GESTUREFLOW_ARCH"] = architecture }
    return try ProgramRun.run(script, ["runtime"], environment: environment)
  }

  private func leftovers(_ root: URL) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? [] }

  @Test func aWrongHashIsRefusedAndLeavesNothing() throws {
    try Places.withFolder { folder in
      let index = folder.appendingPathComponent("index")
      let root = folder.appendingPathComponent("runtime")
      try FileManager.default.createDirectory(at: index, withIntermediateDirectories: true)
      // A wheel of the right name with something else in it.
      for platform in ["x86_64", "aarch64"] {
        try Data("not the runtime".utf8).write(
          to: index.appendingPathComponent("ai_edge_litert-2.3.0-cp311-cp311-manylinux_2_27_\(platform).whl"))
      }
      let run = try setUp(index, root: root)
      #expect(run.status != 0)
      #expect(run.errors.contains("wrong SHA-256"), "\(run.errors)")
      #expect(leftovers(root).isEmpty, "\(leftovers(root))")
    }
  }

  @Test func withoutNetworkItSaysSoAndLeavesNothing() throws {
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

  @Test func anUnknownMachineIsNamed() throws {
    try Places.withFolder { folder in
      let run = try setUp(folder, root: folder.appendingPathComponent("r"), architecture: "sparc64")
      #expect(run.status != 0 && run.errors.contains("no model runtime for sparc64"))
    }
  }

  @Test func whatIsThereAlreadyIsLeftAlone() throws {
    let run = try ProgramRun.run(script, ["runtime"], environment: ["GESTUREFLOW_INDEX": "/nowhere"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }
}
