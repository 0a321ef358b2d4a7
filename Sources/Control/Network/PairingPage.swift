import Foundation
import GestureFlowAPI
import NIOHTTP1
import Supervisor

/// The form for the code of six digits. A browser on the network gets nothing else before it is paired.
package struct PairingPage: Sendable {
  /// Path to which the form is sent.
  private static let path = "/pair"
  private static let field = "code="
  private let pairing: Pairing
  private let notice: @Sendable (String) -> Void

  /// - Parameter notice: logs a sentence for the owner.
  package init(_ pairing: Pairing, notice: @escaping @Sendable (String) -> Void) {
    self.pairing = pairing
    self.notice = notice
  }

  /// Answers a browser that is not paired. It leads a paired one from the form to the page.
  /// - Returns: nil for another request.
  package func answer(_ request: Request) -> Response? {
    if request.caller == .paired, request.path == Self.path, [.GET, .HEAD, .POST].contains(request.method) {
      return Self.redirect()
    }
    guard request.caller == .unpaired else { return nil }
    return switch (request.path, request.method) {
    case ("/", .GET), ("/", .HEAD), (Self.path, .GET), (Self.path, .HEAD): Self.page("", .ok)
    case (Self.path, .POST): answer(form: String(decoding: request.body, as: UTF8.self))
    default: Answers.problem(.unpaired)
    }
  }

  private func answer(form: String) -> Response {
    // People type a space in the middle, which a form sends as a plus sign.
    let typed = form.hasPrefix(Self.field) ? String(form.dropFirst(Self.field.count)) : ""
    let code: String = typed.filter { $0 != "+" }
    guard code.utf8.count == 6, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return Self.page("The code has six digits: type it again.", .badRequest)
    }
    switch pairing.guess(code) {
    case .paired(let secret):
      notice("a browser on the network is paired")
      let cookie = "\(Caller.cookie)=\(secret); Path=/; Max-Age=\(Int(Pairing.pairingLife)); HttpOnly; SameSite=Strict"
      return Self.redirect(["Set-Cookie": cookie])
    case .wrong(let left) where left > 0: return Self.page("This is not the code: read it again.", .forbidden)
    case .wrong:
      notice("\(Pairing.mostWrong) wrong codes came from the network: make another one with gfctl network page code")
      return Self.page("This was not the code, and it is no longer valid: ask for another one at the box.", .forbidden)
    case .early(let seconds): return Self.page("The last code was wrong: wait \(seconds) s, then type it again.", .tooManyRequests)
    case .noCode: return Self.page("No code is valid now: ask for one at the box.", .forbidden)
    }
  }

  private static func redirect(_ headers: [String: String] = [:]) -> Response {
    .whole(status: .seeOther, type: "text/plain", body: Data(), headers: headers.merging(["Location": "/"]) { $1 })
  }

  /// - Parameter trouble: a sentence of the box without markup.
  private static func page(_ trouble: String, _ status: HTTPResponseStatus) -> Response {
    let text = String(decoding: PackageResources.pair_html, as: UTF8.self).replacing("<!-- trouble -->", with: trouble)
    return .whole(
      status: status, type: "text/html; charset=utf-8", body: Data(text.utf8),
      headers: [
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-ancestors 'none'"
      ])
  }
}
