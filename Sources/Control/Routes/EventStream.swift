import Foundation
import GestureFlowAPI
import Supervisor
import Synchronization

/// `/v1/events`: events of the box as server-sent events. `?types=a,b` chooses kinds. The kind `status` is the whole
/// status ten times a second, the kind `frame` is every frame, and the kind `session` is every line of a session.
enum EventStream {
  static func response(_ request: Request, box: Box, cache: StatusCache) throws(Problem) -> Response {
    var types: Set<String>?
    if let list = request.query["types"] {
      let words = list.split(separator: ",").map(String.init)
      guard !words.isEmpty else { throw .badField("types", "'types' takes kinds of events, such as gestureBegan,trackChanged") }
      for word in words where !EventKind.all.contains(word) {
        throw .badField(
          "types", "there is no kind of event '\(word.prefix(80))'; there are \(EventKind.all.sorted().joined(separator: ", "))")
      }
      types = Set(words)
    }
    try request.allow(["types"])
    let wantsStatus = types?.contains(EventKind.status) ?? false
    let subscription = box.hub.subscribe(types: types)
    let turn = Turn()
    return .events {
      var text = ""
      for item in subscription.take() {
        switch item {
        case .event(let event):
          guard let json = try? JSONEncoder().encode(event) else { continue }
          text += "event: \(event.type)\ndata: \(String(decoding: json, as: UTF8.self))\n\n"
        case .frame(let json): text += "event: frame\ndata: \(String(decoding: json, as: UTF8.self))\n\n"
        case .session(let json): text += "event: session\ndata: \(String(decoding: json, as: UTF8.self))\n\n"
        case .lost(let count): text += "event: lost\ndata: {\"count\":\(count)}\n\n"
        }
      }
      // This closure runs every 50 ms; send the status every second time.
      if wantsStatus, turn.next() { text += "event: status\ndata: \(String(decoding: cache.json, as: UTF8.self))\n\n" }
      return text.isEmpty ? nil : Data(text.utf8)
    }
  }

  /// Returns true on every second call.
  private final class Turn: Sendable {
    // Order: relaxed: one operation on one atomic; no other data depends on it.
    private let isMine = Atomic(false)
    func next() -> Bool { isMine.logicalXor(true, ordering: .relaxed).newValue }
  }
}
