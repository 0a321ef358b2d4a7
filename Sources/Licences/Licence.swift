/// What a licence says. Nothing is signed yet: that is `SignedLicence`.
public struct Licence: Sendable, Equatable {
  /// Version of the format that this program reads and writes.
  public static let version = 1
  /// The word for a licence that holds on any box.
  public static let anyBox = "*"
  /// The feature that unlocks tier pro.
  public static let pro = "pro"

  /// The maker's number of it: 1...64 of `A-Z a-z 0-9 . _ -`.
  public var id: String
  /// Who it was given to: 1...200 characters without control characters, at most 800 bytes.
  public var holder: String
  /// The box's serial, 1...64 of `A-Z a-z 0-9 . _ -`, or `*`.
  public var serial: String
  /// When the maker signed it.
  public var issued: LicenceDate
  /// From when on it counts; nil: from `issued` on.
  public var notBefore: LicenceDate?
  /// From when on it counts no more; nil: never.
  public var expires: LicenceDate?
  /// What it unlocks: 1...16 different words of 1...32 of `a-z 0-9 -`; others than `pro` are for versions to come.
  public var features: [String]

  /// Out of its fields; `fault` says whether they are in their ranges.
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

  /// It unlocks tier pro.
  public var hasPro: Bool { features.contains(Self.pro) }

  /// What is wrong with the fields: the first, or nil.
  public var fault: LicenceFault? {
    if !Self.isWord(id, most: 64) { return .wrongValue("id", "1 to 64 letters, digits, dots, hyphens and underscores") }
    let isShown = !holder.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    // Bytes first: they are counted at once, and characters one after the other.
    if holder.isEmpty || holder.utf8.count > 800 || holder.count > 200 || !isShown {
      return .wrongValue("holder", "1 to 200 characters on one line")
    }
    if serial != Self.anyBox, !Self.isWord(serial, most: 64) {
      return .wrongValue("serial", "* or 1 to 64 letters, digits, dots, hyphens and underscores")
    }
    let words = features.allSatisfy { word in
      (1...32).contains(word.utf8.count) && word.utf8.allSatisfy { Self.isDigit($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
    }
    if !(1...16).contains(features.count) || !words || Set(features).count != features.count {
      return .wrongValue("features", "1 to 16 different words of small letters, digits and hyphens, such as \"pro\"")
    }
    if let expires, expires <= max(issued, notBefore ?? issued) {
      return .wrongValue("expires", "a moment after issued and notBefore")
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isWord(_ text: String, most: Int) -> Bool {
    (1...most).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        isDigit($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || [0x2D, 0x2E, 0x5F].contains($0)
      }
  }
}
