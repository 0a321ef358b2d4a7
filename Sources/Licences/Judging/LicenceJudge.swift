/// Says whether a licence counts. Pure.
public enum LicenceJudge {
  /// What is known of the box and of the time.
  public struct Circumstances: Sendable {
    /// The keys of this build.
    public var keys: PublicKeys
    /// The box's serial; nil if the machine does not tell one.
    public var serial: String?
    /// Seconds since 1970: the later one of the clock and of the newest time that this box has seen.
    public var now: Int64
    /// Out of its fields.
    public init(keys: PublicKeys, serial: String?, now: Int64) {
      self.keys = keys
      self.serial = serial
      self.now = now
    }
  }

  /// - Returns: why it does not count, the first of: key, signature, features, serial, dates; nil if it does.
  public static func problem(of signed: SignedLicence, _ box: Circumstances) -> LicenceProblem? {
    let licence = signed.licence
    guard let key = box.keys.find(signed.key) else { return .wrongKey(signed.key, known: box.keys.ids) }
    guard key.hasSigned(signed) else { return .changed }
    guard licence.hasPro else { return .notPro(licence.features) }
    if licence.serial != Licence.anyBox {
      guard let serial = box.serial else { return .noSerial(licence.serial) }
      guard licence.serial.lowercased() == serial.lowercased() else { return .otherSerial(licence.serial, box: serial) }
    }
    if box.now < licence.issued.seconds { return .clockBehind(issued: licence.issued, now: box.now) }
    if let from = licence.notBefore, box.now < from.seconds { return .notYetValid(from: from, now: box.now) }
    if let end = licence.expires, box.now >= end.seconds { return .expired(end, now: box.now) }
    return nil
  }

  /// Whether one licence is worth more than another: it counts, or may count later, and the other does not; or both do, and it is the one that is preferred.
  public static func isWorthMore(_ a: SignedLicence, than b: SignedLicence, _ box: Circumstances) -> Bool {
    func worth(_ licence: SignedLicence) -> Int { problem(of: licence, box).map { $0.mayPass ? 1 : 0 } ?? 2 }
    let (first, second) = (worth(a), worth(b))
    return first == second ? first > 0 && prefers(a.licence, to: b.licence) : first > second
  }

  /// Whether one licence is to be preferred to another that counts as well: what lasts longer, then what was issued later, then by its id, so that every order gives the same.
  public static func prefers(_ a: Licence, to b: Licence) -> Bool {
    func end(_ licence: Licence) -> Int64 { licence.expires?.seconds ?? .max }
    if end(a) != end(b) { return end(a) > end(b) }
    if a.issued != b.issued { return a.issued > b.issued }
    return a.id < b.id
  }
}
