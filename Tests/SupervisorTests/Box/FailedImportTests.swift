import Foundation
import GestureFlowAPI
import Supervisor
import TestSupport
import Testing

/// Tests of the status after an import that failed. It creates the folder of the copies, which stays empty.
@Suite struct FailedImportTests {
  @Test func `an import that fails leaves its reason and no stick`() throws {
    try Places.withFolder { (folder: URL) throws in
      let film = folder.appendingPathComponent("film.mp4")
      try Data("no film".utf8).write(to: film)
      let state = folder.appendingPathComponent("state")
      let box = try Box.alone(in: folder, state: state)
      try box.runningBeside {
        try #require(waitUntil { box.music != nil })
        _ = try box.carryOut(.import(path: film.path))
        #expect(waitUntil { box.status.library?.importResults.first?.failure?.isEmpty == false })
        // The library treats the folder like a stick, and has found it.
        #expect(waitUntil { box.music?.sticks.map(\.root) == [state.path + "/imports"] })
        #expect(box.status.library?.sticks.isEmpty == true && box.status.library?.tracks == 0)
      }
    }
  }
}
