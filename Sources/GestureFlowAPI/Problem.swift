import Foundation

/// An error response to a request, as RFC 9457 problem JSON.
public struct Problem: Codable, Error, Sendable, Equatable, CustomStringConvertible {
  /// Longest detail in characters: enough for three paths and some words.
  private static let longestDetail = 2000
  /// Stable word for the kind of problem.
  public var type: String
  /// Title of the kind of problem.
  public var title: String
  /// HTTP status code.
  public var status: Int
  /// The problem of this request, and the remedy.
  public var detail: String
  /// Field of the request that is wrong.
  public var field: String?

  /// Creates a problem from its fields. The detail is a sentence that may name files and repeat text from a client.
  /// It is cleaned to one line.
  public init(type: String, title: String, status: Int, detail: String, field: String? = nil) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = cleaned(detail, limit: Self.longestDetail)
    self.field = field
  }

  /// The detail alone, as used in messages.
  public var description: String { detail }

  /// 400: a field of the request is not valid.
  public static func badField(_ field: String, _ detail: String) -> Problem {
    Problem(type: "bad-field", title: "A field of the request cannot be used", status: 400, detail: detail, field: field)
  }
  /// 400: the request is malformed.
  public static func badRequest(_ detail: String) -> Problem {
    Problem(type: "bad-request", title: "The request cannot be understood", status: 400, detail: detail)
  }
  /// 404: the path, track or key does not exist.
  public static func notFound(_ detail: String) -> Problem {
    Problem(type: "not-found", title: "Not found", status: 404, detail: detail)
  }
  /// 405: the path does not support this method.
  public static func notAllowed(_ detail: String) -> Problem {
    Problem(type: "method-not-allowed", title: "The method is not offered here", status: 405, detail: detail)
  }
  /// 413: the body is too long.
  public static func tooLarge(_ detail: String) -> Problem {
    Problem(type: "too-large", title: "The request is too large", status: 413, detail: detail)
  }
  /// 431: the header is too long.
  public static func headerTooLarge(_ detail: String) -> Problem {
    Problem(type: "header-too-large", title: "The request's header is too large", status: 431, detail: detail)
  }
  /// 408: the request did not arrive in time.
  public static func tooSlow(_ detail: String) -> Problem {
    Problem(type: "too-slow", title: "The request took too long", status: 408, detail: detail)
  }
  /// 409: the box understands the request but cannot do it now. Causes are a limit of the tier or a missing part.
  public static func refused(_ detail: String) -> Problem {
    Problem(type: "refused", title: "The box rejects the request now", status: 409, detail: detail)
  }
  /// `type` of `tierLimit`.
  public static let tierLimitType = "tier-limit"
  /// 409: the tier does not include it.
  public static func tierLimit(_ detail: String) -> Problem {
    Problem(type: tierLimitType, title: "The tier does not include that", status: 409, detail: detail)
  }
  /// 403: another site's page sent the request through the owner's browser.
  public static var foreign: Problem {
    Problem(
      type: "foreign-page", title: "The request comes from another site's page", status: 403,
      detail: "only the box's own page may send requests from a browser")
  }
  /// 421: the request names another host than the box. The page's host name was made to point here.
  /// - Parameters:
  ///   - name: the host that the request names.
  ///   - place: the page's address on the network; nil for a request that came to a socket.
  public static func otherHost(_ name: String, place: String? = nil) -> Problem {
    let remedy =
      place.map { "open \($0), or the box's IP address with the same port" }
      ?? "it answers to localhost, 127.0.0.1, [::1], box and its socket's name, with any port"
    return Problem(
      type: "other-host", title: "The request is meant for another host", status: 421, detail: "'\(name)' is not this box: \(remedy)")
  }
  /// 403: the browser is not paired with the box.
  public static var unpaired: Problem {
    Problem(
      type: "unpaired", title: "The browser is not paired with the box", status: 403,
      detail: "this browser is not paired: open the page and type the code of gfctl network page code")
  }
  /// 403: the request must come from beside the box or over SSH.
  public static func notFromNetwork(_ name: String) -> Problem {
    Problem(
      type: "not-from-network", title: "Browsers on the network may not do that", status: 403,
      detail: "'\(name)' is rejected from the network: use the buttons of the box, or gfctl on it")
  }
  /// 411: the body's length must be known before it is sent.
  public static func lengthNeeded(_ detail: String) -> Problem {
    Problem(type: "length-needed", title: "The request does not say how long it is", status: 411, detail: detail)
  }
  /// 507: the disk is full.
  public static func noRoom(_ detail: String) -> Problem {
    Problem(type: "no-room", title: "There is not enough free space", status: 507, detail: detail)
  }
  /// 503: too many requests at a time; a later one may succeed.
  public static func busy(_ detail: String) -> Problem { Problem(type: "busy", title: "The box is busy", status: 503, detail: detail) }
  /// 500: the box failed to carry out the request.
  public static func failed(_ detail: String) -> Problem {
    Problem(type: "failed", title: "The request failed", status: 500, detail: detail)
  }
}
