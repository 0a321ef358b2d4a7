/// What unlocks tier pro.
public struct LicenceStatus: Codable, Sendable, Equatable {
  /// How it stands.
  public enum State: String, Codable, Sendable {
    /// This build needs no licence: it is pro.
    case notNeeded
    /// There is none.
    case none
    /// One counts.
    case valid
    /// There are some, and none counts.
    case refused
  }

  /// A licence that does not count, or not as long as the one that does.
  public struct Other: Codable, Sendable, Equatable {
    /// Its file.
    public var source: String
    /// Why it does not count, and what to do.
    public var text: String
    /// Out of its fields.
    public init(source: String, text: String) {
      self.source = source
      self.text = text
    }
  }

  /// How it stands.
  public var state: State
  /// The same in a sentence.
  public var text: String
  /// The maker's number of the licence that counts.
  public var id: String?
  /// Who it was given to.
  public var holder: String?
  /// The box it is for; `*` is any.
  public var serial: String?
  /// When it was signed, UTC.
  public var issued: String?
  /// From when on it counts no more, UTC; nil: never.
  public var expires: String?
  /// What it unlocks.
  public var features: [String]?
  /// Its file.
  public var source: String?
  /// This box's serial; nil if the machine tells none.
  public var boxSerial: String?
  /// Licences that were found besides.
  public var others: [Other]

  /// - Parameters: how it stands, the same in a sentence, and what was found besides.
  public init(_ state: State, _ text: String, others: [Other] = []) {
    self.state = state
    self.text = text
    self.others = others
  }
}
