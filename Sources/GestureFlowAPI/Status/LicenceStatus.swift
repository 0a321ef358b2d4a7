/// State of the licence that unlocks tier pro.
public struct LicenceStatus: Codable, Sendable, Equatable {
  /// State of the licence.
  public enum State: String, Codable, Sendable {
    /// This build does not need a licence: it is pro.
    case notNeeded
    /// No licence is installed.
    case none
    /// A licence is valid.
    case valid
    /// Licences were found, but none is valid.
    case refused
  }

  /// A licence that is not valid, or expires before the valid one.
  public struct Other: Codable, Sendable, Equatable {
    /// Path of its file.
    public var source: String
    /// Reason why it does not count, and the remedy.
    public var text: String
    /// Creates an instance from its fields.
    public init(source: String, text: String) {
      self.source = source
      self.text = text
    }
  }

  /// State of the licence.
  public var state: State
  /// The state as a sentence.
  public var text: String
  /// Number of the valid licence, given by the maker.
  public var id: String?
  /// Name of the licence holder.
  public var holder: String?
  /// Serial number of the box it is for; `*` is any box.
  public var serial: String?
  /// Time of signing, UTC.
  public var issued: String?
  /// Time of expiry, UTC; nil: never.
  public var expires: String?
  /// Features that it unlocks.
  public var features: [String]?
  /// Path of its file.
  public var source: String?
  /// Serial number of this box. Nil if the machine does not tell it.
  public var boxSerial: String?
  /// Other licences that were found.
  public var others: [Other]

  /// - Parameters: the state, the state as a sentence, and the other licences.
  public init(_ state: State, _ text: String, others: [Other] = []) {
    self.state = state
    self.text = text
    self.others = others
  }
}
