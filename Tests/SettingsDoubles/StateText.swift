import Foundation
import Settings
import Signatures
import TestSupport
import Testing

/// State files whose content a test writes.
package enum StateText {
  /// Loads a file whose `state` is exactly this text.
  package static func loaded(_ body: String) throws -> SavedState {
    try Places.withFolder { (folder: URL) throws in
      let store = StateStore(folder.path)
      let sum = SHA256.text(Data(body.utf8))
      try Data("{\"format\":\"gestureflow-state\",\"version\":2,\"sha256\":\"\(sum)\",\"state\":\(body)}\n".utf8).write(
        to: URL(fileURLWithPath: store.path))
      let (state, notice) = store.load()
      #expect(notice == nil)
      return try #require(state)
    }
  }
}
