import Foundation
import GestureFlowAPI
import GfctlTool
import TestSupport
import Testing

@Suite struct BoxRequestsTests {
  @Test func `a request is a file of its name`() throws {
    try Places.withFolder { (folder: URL) throws in
      let requests = BoxRequests(folder: folder.path)
      #expect(requests.areTaken)
      for request in BoxRequests.Request.allCases { try requests.send(request) }
      // A second request before the first is carried out is the same one.
      try requests.send(.reset)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["reset", "reset-all", "restart"])
    }
  }

  @Test func `a machine without the folder takes none`() throws {
    try Places.withFolder { (folder: URL) throws in
      let requests = BoxRequests(folder: folder.appendingPathComponent("gone").path)
      #expect(!requests.areTaken)
      let failure = #expect(throws: Failure.self) { try requests.send(.restart) }
      #expect(failure?.reason == "the box cannot be told to restart (No such file or directory)")
      #expect(failure?.remedy == "log in as owner or root")
    }
  }
}
