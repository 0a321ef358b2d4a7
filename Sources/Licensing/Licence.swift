import Foundation

/// The content of a licence: the JSON object that its maker signs. `LicenceFile` is the file with its signature.
public struct Licence: Codable, Sendable, Equatable {
  /// Value of `format`, in the file and in the signed payload.
  public static let format = "gestureflow-licence"
  /// Version of the signed payload that this program reads and writes.
  public static let version = 1
  /// Serial number of a licence for any box.
  public static let anyBox = "*"
  /// The feature that unlocks tier pro.
  public static let pro = "pro"

  private var format = Self.format
  private var version = Self.version
  /// Number of the licence, given by the maker. It has 1...64 characters of `A-Z a-z 0-9 . _ -`.
  public var id: String
  /// Name of the holder. It has 1...200 characters without control characters, and at most 800 bytes.
  public var holder: String
  /// Serial number of the box, 1...64 of `A-Z a-z 0-9 . _ -`, or `*`.
  public var serial: String
  /// Time of signing by the maker.
  public var issued: LicenceDate
  /// Start of validity; nil: `issued`.
  public var notBefore: LicenceDate?
  /// End of validity, exclusive; nil: never.
  public var expires: LicenceDate?
  /// Features that it unlocks. They are 1...16 different words of 1...32 characters of `a-z 0-9 -`. Words other than
  /// `pro` are reserved for later versions.
  public var features: [String]

  /// Creates a licence from its fields. `fault` tells whether they are in their ranges.
  public init(
    id: String, holder: String, serial: String = Self.anyBox, issued: LicenceDate, notBefore: LicenceDate? = nil,
    expires: LicenceDate? = nil,
    features: [String] = [Self.pro]
  ) {
    self.id = id
    self.holder = holder
    self.serial = serial
    self.issued = issued
    self.notBefore = notBefore
    self.expires = expires
    self.features = features
  }

  /// Decodes a signed payload.
  /// - Parameter payload: bytes with a valid signature.
  /// - Throws: `LicenceRefusal`.
  init(payload: Data) throws(LicenceRefusal) {
    struct Header: Decodable {
      var format: String
      var version: Int
    }
    let decoder = JSONDecoder()
    guard let header = try? decoder.decode(Header.self, from: payload), header.format == Self.format else { throw .notALicence }
    guard header.version == Self.version else { throw .newerVersion(header.version) }
    do { self = try decoder.decode(Self.self, from: payload) } catch {
      throw .badlyMade("'\((error as? DecodingError)?.member ?? "format")' is missing or has a wrong value")
    }
    if let fault { throw .badlyMade(fault) }
  }

  /// First field that is out of its range, and the allowed values. Nil if all are valid.
  public var fault: String? {
    if !Self.isWord(id) { return "'id' must be 1 to 64 letters, digits, dots, hyphens and underscores" }
    let isShown = !holder.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    // Check bytes first: their count is known, but characters must be counted.
    if holder.isEmpty || holder.utf8.count > 800 || holder.count > 200 || !isShown {
      return "'holder' must be 1 to 200 characters on one line"
    }
    if serial != Self.anyBox, !Self.isWord(serial) {
      return "'serial' must be * or 1 to 64 letters, digits, dots, hyphens and underscores"
    }
    let areWords = features.allSatisfy { Self.isWord($0, of: Self.smallLetters, most: 32) }
    if !(1...16).contains(features.count) || Set(features).count != features.count || !areWords {
      return "'features' must be 1 to 16 different words of small letters, digits and hyphens, such as \"pro\""
    }
    if let expires, expires <= max(issued, notBefore ?? issued) { return "'expires' must be a moment after issued and notBefore" }
    return nil
  }

  private static let smallLetters = "abcdefghijklmnopqrstuvwxyz0123456789-"
  private static let letters = smallLetters + "ABCDEFGHIJKLMNOPQRSTUVWXYZ._"

  private static func isWord(_ text: String, of letters: String = letters, most: Int = 64) -> Bool {
    (1...most).contains(text.utf8.count) && text.utf8.allSatisfy(letters.utf8.contains)
  }
}

/// Decides whether a licence is valid.
extension Licence {
  /// Decides whether the licence is valid on a box at a time.
  /// - Parameters:
  ///   - box: serial number of the box; nil if the machine does not have one.
  ///   - now: seconds since 1970, as `LicenceClock` gives them.
  /// - Returns: the reason why it is not valid, checked in the order features, serial, dates; nil if it is.
  public func refusal(serial box: String?, now: Int64) -> LicenceRefusal? {
    guard features.contains(Self.pro) else { return .notPro(features) }
    if serial != Self.anyBox {
      guard let box else { return .noSerial(serial) }
      guard serial.lowercased() == box.lowercased() else { return .otherSerial(serial, box: box) }
    }
    if now < issued.seconds { return .clockBehind(issued: issued, now: now) }
    if let notBefore, now < notBefore.seconds { return .notYetValid(from: notBefore, now: now) }
    if let expires, now >= expires.seconds { return .expired(expires, now: now) }
    return nil
  }

  /// Returns whether it takes precedence over another valid licence.
  ///
  /// The order is: the later expiry, then the later issue, then the lower id. So the order of the files does not
  /// matter.
  public func isPreferred(to other: Licence) -> Bool {
    func end(_ licence: Licence) -> Int64 { licence.expires?.seconds ?? .max }
    if end(self) != end(other) { return end(self) > end(other) }
    if issued != other.issued { return issued > other.issued }
    return id < other.id
  }
}
