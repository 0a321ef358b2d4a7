import GestureFlowAPI

/// The reason why a licence is rejected. Each has a message with a remedy.
public enum LicenceRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  // MARK: The file cannot be read.
  case missing
  /// The reason given by the system.
  case unreadable(String)
  case notAFile
  /// Size of the file in bytes.
  case tooLarge(Int64)
  case empty
  case notText
  case cutShort
  case notJSON
  case notALicence
  case missingKey(String)
  /// The member, and its allowed values.
  case wrongValue(String, String)

  // MARK: Its signature is not a maker's.
  /// The key that signed it, and the keys of this build.
  case wrongKey(String, known: String)
  case changed

  // MARK: A maker has signed it, and it does not count.
  case newerVersion(Int)
  /// The field that is wrong.
  case badlyMade(String)
  case notPro([String])
  case otherSerial(String, box: String)
  case noSerial(String)
  case clockBehind(issued: LicenceDate, now: Int64)
  case notYetValid(from: LicenceDate, now: Int64)
  case expired(LicenceDate, now: Int64)

  /// Whether the licence may become valid later, unchanged.
  public var mayPass: Bool {
    switch self {
    case .clockBehind, .notYetValid: true
    default: false
    }
  }

  /// A text that stays the same from day to day. It is the message without the current day, so that the reason is
  /// reported once.
  public var lasting: String {
    switch self {
    case .clockBehind: "clockBehind"
    case .notYetValid: "notYetValid"
    case .expired: "expired"
    default: description
    }
  }

  /// The message, without the name of the file.
  public var description: String {
    switch self {
    case .missing: "there is no such file: check its name"
    case .unreadable(let reason): "it cannot be read (\(reason)): check the disk and its access rights"
    case .notAFile: "it is a folder or a device: name the licence's file"
    case .tooLarge(let bytes): "it has \(bytes) bytes, and a licence has at most \(LicenceFile.mostBytes): it is another file"
    case .empty: "it is empty: copy the licence again"
    case .notText: "it is not UTF-8 text: it is another file, or was damaged; copy the licence again"
    case .cutShort: "it ends in the middle: it was not copied to its end; copy the licence again"
    case .notJSON: "it is not a JSON object: take the licence as it was sent, unchanged"
    case .notALicence: "it is JSON, but not a licence of GestureFlow: its 'format' must be \"\(Licence.format)\""
    case .missingKey(let key): "'\(key)' is missing: take the licence as it was sent, unchanged"
    case .wrongValue(let key, let allowed): "'\(key)' must be \(allowed): take the licence as it was sent, unchanged"
    case .wrongKey(let key, let known):
      "it was signed with the key \(cleaned(key, limit: 40)), and this program knows \(known.isEmpty ? "no key" : known): ask its maker for a licence for this program"
    case .changed: "its signature does not match its content: take the licence as it was sent"
    case .newerVersion(let version): "it is of version \(version), and this program reads version \(Licence.version): update the box"
    case .badlyMade(let what): "its maker has signed a wrong field (\(what)): ask its maker for a new one"
    case .notPro(let features): "it unlocks \(features.joined(separator: ", ")) and not pro: ask its maker for a licence for pro"
    case .otherSerial(let serial, let box):
      "it is for the box with the serial \(serial), and this one has \(box): ask its maker for one for this box"
    case .noSerial(let serial):
      "it is for the box with the serial \(serial), and this machine reports no serial: ask its maker for one for any box, whose serial is *"
    case .clockBehind(let issued, let now):
      "it was issued on \(issued.day), and the box's clock is at \(Self.day(now)): set the clock (sudo date -s, or join a network); the licence counts from then on"
    case .notYetValid(let from, let now): "it counts from \(from) on, and now is \(Self.day(now)): wait until then"
    case .expired(let end, let now): "it expired on \(end.day), and now is \(Self.day(now)): ask its maker for a new one"
    }
  }

  private static func day(_ seconds: Int64) -> String { LicenceDate(seconds: seconds)?.day ?? "before the year 2000" }
}
