import Foundation
import GestureFlowAPI
import NIOHTTP1
import Supervisor

/// Answers requests by their paths. It runs on the queue of answers, and for images on their queue.
package final class Router: Sendable {
  private let box: Box
  private let cache: StatusCache
  private let frames = FrameImage()

  package init(_ box: Box) {
    self.box = box
    cache = StatusCache(box)
  }

  package func answer(_ request: Request, isControl: Bool) -> Response {
    do throws(Problem) { return try route(request, isControl) } catch { return Answers.problem(error) }
  }

  private func route(_ request: Request, _ isControl: Bool) throws(Problem) -> Response {
    try request.caller.check()
    let isRead = request.method == .GET || request.method == .HEAD
    func readOnly() throws(Problem) {
      if !isRead { throw .notAllowed("\(request.path) is read with GET, not \(request.method.rawValue)") }
    }
    if !isControl, !isRead { throw .notAllowed("this socket is for reading: send commands to control.sock") }
    switch request.path {
    case "/v1/health":
      try readOnly()
      let health = box.health
      return Answers.json(health, status: health.state == .healthy ? .ok : .serviceUnavailable)
    case "/v1/status":
      try readOnly()
      return .whole(status: .ok, type: "application/json", body: cache.json)
    case "/v1/metrics":
      try readOnly()
      return Answers.text(Metrics.text(box.status), type: "text/plain; version=0.0.4; charset=utf-8")
    default: break
    }
    guard isControl else {
      throw .notFound("there is no \(request.path.prefix(80)) on this socket; it has /v1/health, /v1/status and /v1/metrics")
    }
    switch request.path {
    case "/":
      try readOnly()
      return .whole(
        status: .ok, type: "text/html; charset=utf-8", body: Page.whole,
        headers: [
          "Content-Security-Policy": "default-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src 'self' data: blob:"
        ])
    case "/v1/events":
      try readOnly()
      return try EventStream.response(request, box: box, cache: cache)
    case "/v1/imports":
      throw .notAllowed("/v1/imports takes POST with a file, not \(request.method.rawValue)")
    case let path where FrameImage.paths.contains(path):
      try readOnly()
      return try frames.response(request, box: box)
    case "/v1/library":
      try readOnly()
      return try LibraryRoutes.tracks(request, box: box)
    case "/v1/library/stems":
      try readOnly()
      return try LibraryRoutes.stems(request, box: box)
    case "/v1/library/problems":
      try readOnly()
      return try LibraryRoutes.problems(request, box: box)
    case "/v1/queue":
      try readOnly()
      try request.allow([])
      return Answers.json(box.queue)
    case "/v1/scenes":
      try readOnly()
      try request.allow([])
      return Answers.json(box.sceneEntries)
    case "/v1/sounds":
      try readOnly()
      try request.allow([])
      return Answers.json(box.instrument.sounds)
    case "/v1/stream":
      try readOnly()
      return Answers.json(box.streamStatus)
    case "/v1/captures":
      try readOnly()
      return try CaptureRoutes.list(request, box: box)
    case let path where path.hasPrefix(CaptureRoutes.prefix):
      try readOnly()
      return try CaptureRoutes.file(request, box: box)
    case "/v1/commands":
      throw .notAllowed("/v1/commands takes POST, not \(request.method.rawValue)")
    case "/v1/config":
      if isRead { return Answers.json(box.config.answer) }
      guard request.method == .PUT else { throw .notAllowed("/v1/config takes GET and PUT, not \(request.method.rawValue)") }
      defer { cache.forget() }
      let change = try Self.change(request.body)
      try request.caller.check(change)
      return Answers.json(CommandAnswer(done: try box.configure(change)))
    default:
      throw .notFound("there is no \(request.path.prefix(80)); docs/reference/api.md lists what there is")
    }
  }

  /// Begins a command. Its answer comes when it is done; a slow command delays no other request.
  /// - Returns: false for another request.
  private func begin(_ request: Request, _ hand: @escaping @Sendable (Response) -> Void) -> Bool {
    guard request.path == "/v1/commands", request.method == .POST else { return false }
    do throws(Problem) {
      try request.caller.check()
      let command = try Command.read(request.body)
      try request.caller.check(command.name)
      box.carryOut(command) { [cache] result in
        cache.forget()
        switch result {
        case .success(let done): hand(Answers.json(CommandAnswer(done: done)))
        case .failure(let problem): hand(Answers.problem(problem))
        }
      }
    } catch { hand(Answers.problem(error)) }
    return true
  }

  /// Returns the service of a socket.
  package func service(isControl: Bool) -> Service {
    var service = Service { [self] in answer($0, isControl: isControl) }
    guard isControl else { return service }
    service.begin = { [self] in begin($0, $1) }
    service.writes = { $0.path == "/v1/config" && $0.method == .PUT }
    // Images are drawn on a queue of their own. Foreign callers get only a short refusal.
    service.sharingKey = { request in
      guard FrameImage.paths.contains(request.path), request.caller.mayAsk, request.method == .GET || request.method == .HEAD else {
        return nil
      }
      let query = request.query.filter { $0.key != "t" }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ([request.path] + query).joined(separator: "&")
    }
    service.takesUpload = { $0.method == .POST && $0.path == "/v1/imports" }
    service.receive = { [box] request, bytes in
      do throws(Problem) {
        try request.caller.check()
        return .success(try FilmUpload(request, bytes: bytes, box: box))
      } catch { return .failure(error) }
    }
    return service
  }

  /// Returns the service for browsers on the local network. A browser that is not paired gets only the form for the
  /// code.
  package func service(pairing: Pairing) -> Service {
    var service = self.service(isControl: true)
    let page = PairingPage(pairing) { [box] in box.log.notice($0) }
    service.answer = { [self] in page.answer($0) ?? answer($0, isControl: true) }
    return service
  }

  private static func change(_ body: Data) throws(Problem) -> ConfigChange {
    guard let fields = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] else {
      throw .badRequest("the body must be a JSON object such as {\"key\": \"camera.rate\", \"value\": \"60\"}")
    }
    for name in fields.keys.sorted() where !["key", "value", "unset", "dryRun"].contains(name) {
      throw .badField(name, "there is no field '\(name)'; the fields are key, value, unset and dryRun")
    }
    guard let key = fields["key"] as? String else { throw .badField("key", "'key' must be a text such as \"camera.rate\"") }
    let (isUnset, isDry) = (try flag("unset", of: fields), try flag("dryRun", of: fields))
    if isUnset, fields["value"] != nil { throw .badField("value", "'unset' takes no value") }
    let value = fields["value"] as? String
    guard isUnset || value != nil else {
      throw .badField("value", "'value' must be a text as TOML writes it, such as \"60\"")
    }
    return ConfigChange(key: key, value: value, isDry: isDry)
  }

  private static func flag(_ name: String, of fields: [String: Any]) throws(Problem) -> Bool {
    guard let field = fields[name] else { return false }
    guard let flag = field as? Bool else { throw .badField(name, "'\(name)' must be true or false") }
    return flag
  }
}
