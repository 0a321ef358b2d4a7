/// Why a licence that can be read does not count: each with its own sentence, which says what to do.
public enum LicenceProblem: Sendable, Equatable, CustomStringConvertible {
  /// The key it was signed with, and those of this build.
  case wrongKey(String, known: String)
  case changed
  case notPro([String])
  case otherSerial(String, box: String)
  case noSerial(String)
  case clockBehind(issued: LicenceDate, now: Int64)
  case notYetValid(from: LicenceDate, now: Int64)
  case expired(LicenceDate, now: Int64)

  /// It may count later, as it is.
  public var mayPass: Bool {
    switch self {
    case .clockBehind, .notYetValid: true
    case .wrongKey, .changed, .notPro, .otherSerial, .noSerial, .expired: false
    }
  }

  /// The kind of it in a word.
  public var word: String {
    switch self {
    case .wrongKey: "wrongKey"
    case .changed: "changed"
    case .notPro: "notPro"
    case .otherSerial: "otherSerial"
    case .noSerial: "noSerial"
    case .clockBehind: "clockBehind"
    case .notYetValid: "notYetValid"
    case .expired: "expired"
    }
  }

  /// A sentence without the file's name.
  public var description: String {
    switch self {
    case .wrongKey(let key, let known):
      "it was signed with the key \(key), and this program knows \(known.isEmpty ? "none" : known): ask its maker for a licence for this program"
    case .changed: "its signature does not fit what it says, so a byte was changed: take the licence as it was sent"
    case .notPro(let features): "it unlocks \(features.joined(separator: ", ")) and not pro: ask its maker for a licence for pro"
    case .otherSerial(let serial, let box):
      "it is for the box with the serial \(serial), and this one has \(box): ask its maker for one for this box"
    case .noSerial(let serial):
      "it is for the box with the serial \(serial), and this machine tells none: ask its maker for one for any box, whose serial is *"
    case .clockBehind(let issued, let now):
      "it was issued on \(issued.day), and the box's clock is at \(Self.day(now)): set the clock (sudo date -s, or join a network); the licence counts from then on"
    case .notYetValid(let from, let now): "it counts from \(from) on, and now is \(Self.day(now)): wait until then"
    case .expired(let end, let now): "it expired on \(end.day), and now is \(Self.day(now)): ask its maker for a new one"
    }
  }

  private static func day(_ seconds: Int64) -> String { LicenceDate(seconds: seconds)?.day ?? "before the year 2000" }
}
