/// The bytes that are signed: one JSON object as RFC 8785 writes it, without `signature`. docs/licence.md says the same in words, with test vectors.
///
/// Keys in the order of their bytes, those without a value left out; no blank and no line end between tokens; the version as a plain whole number; in texts only `"` and `\` are escaped, each by a `\`,
/// everything else stands there as its UTF-8 bytes, not normalized. (Control characters, which RFC 8785 would escape, are in no licence.)
public enum CanonicalBytes {
  /// - Parameters: what is signed; the id of the key that signs it, which is signed, too.
  public static func of(_ licence: Licence, key: String) -> [UInt8] { Array(object(members(licence, key: key)).utf8) }

  /// The members in their order, each value as JSON. - Parameter signature: nil in what is signed.
  static func members(_ licence: Licence, key: String, signature: String? = nil) -> [(key: String, value: String)] {
    let all: [(String, String?)] = [
      ("expires", licence.expires.map { text($0.description) }),
      ("features", "[" + licence.features.map(text).joined(separator: ",") + "]"),
      ("format", text(LicenceReader.format)),
      ("holder", text(licence.holder)),
      ("id", text(licence.id)),
      ("issued", text(licence.issued.description)),
      ("key", text(key)),
      ("notBefore", licence.notBefore.map { text($0.description) }),
      ("serial", text(licence.serial)),
      ("signature", signature.map(text)),
      ("version", "\(Licence.version)"),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(text($0.key)):\($0.value)" }.joined(separator: ",") + "}"
  }

  private static func text(_ text: String) -> String {
    var all = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { all.unicodeScalars.append("\\") }
      all.unicodeScalars.append(scalar)
    }
    return all + "\""
  }
}
