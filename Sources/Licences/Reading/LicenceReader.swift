import Foundation

/// Reads a licence out of its bytes, whoever wrote them.
public enum LicenceReader {
  /// Most bytes of a licence's file.
  public static let mostBytes = 64 << 10
  /// Value of `format`.
  public static let format = "gestureflow-licence"

  private static let keys: Set<String> = [
    "expires", "features", "format", "holder", "id", "issued", "key", "notBefore", "serial", "signature", "version",
  ]

  /// - Throws: `LicenceFault`. The signature is not looked at.
  public static func read(_ data: Data) throws(LicenceFault) -> SignedLicence {
    guard data.count <= mostBytes else { throw .tooLarge(Int64(data.count)) }
    // Some editors put a byte order mark before the text.
    let bytes = Array(data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
    guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { throw .empty }
    if let bad = firstNotText(bytes) { throw .notText(at: bad + (data.count - bytes.count)) }
    var scanner = LicenceScanner(bytes)
    let fields = try scanner.object()
    guard fields["format"] == .text(format) else { throw .notALicence }
    guard case .number(let version)? = fields["version"] else { throw missing("version", fields, "the number \(Licence.version)") }
    guard version == "\(Licence.version)" else { throw .newerVersion(version) }
    if let stranger = fields.keys.filter({ !keys.contains($0) }).min() { throw .unknownKey(stranger) }
    return try licence(fields)
  }

  private static func licence(_ fields: [String: LicenceScanner.Value]) throws(LicenceFault) -> SignedLicence {
    guard case .texts(let features)? = fields["features"] else { throw missing("features", fields, "a list such as [\"pro\"]") }
    guard let issued = try date("issued", fields) else { throw .missingKey("issued") }
    let licence = Licence(
      id: try text("id", fields), holder: try text("holder", fields), serial: try text("serial", fields), issued: issued,
      notBefore: try date("notBefore", fields), expires: try date("expires", fields), features: features)
    if let fault = licence.fault { throw fault }
    let key = try text("key", fields)
    guard Hexadecimal.bytes(key, count: PublicKeys.idBytes) != nil else {
      throw .wrongValue("key", "16 hexadecimal digits in small letters")
    }
    guard let signature = Hexadecimal.bytes(try text("signature", fields), count: 64) else {
      throw .wrongValue("signature", "128 hexadecimal digits in small letters")
    }
    return SignedLicence(licence: licence, key: key, signature: signature)
  }

  private static func text(_ key: String, _ fields: [String: LicenceScanner.Value]) throws(LicenceFault) -> String {
    guard case .text(let text)? = fields[key] else { throw missing(key, fields, "a text") }
    return text
  }

  private static func date(_ key: String, _ fields: [String: LicenceScanner.Value]) throws(LicenceFault) -> LicenceDate? {
    guard let value = fields[key] else { return nil }
    guard case .text(let text) = value, let date = LicenceDate(text) else {
      throw .wrongValue(key, "a moment such as \"2026-11-30T12:00:00Z\"")
    }
    return date
  }

  private static func missing(_ key: String, _ fields: [String: LicenceScanner.Value], _ allowed: String) -> LicenceFault {
    fields[key] == nil ? .missingKey(key) : .wrongValue(key, allowed)
  }

  /// Where the first byte is that begins no UTF-8 character; nil if all is text.
  private static func firstNotText(_ bytes: [UInt8]) -> Int? {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var at = 0
    while true {
      switch decoder.decode(&rest) {
      case .scalarValue(let scalar): at += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return at
      }
    }
  }
}
