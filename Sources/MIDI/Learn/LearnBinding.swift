/// A binding of a target to a controller or note.
public struct LearnBinding: Sendable, Hashable {
  /// The target that is played.
  public var target: LearnTarget
  /// The controller or note that plays it.
  public var control: LearnControl

  /// Creates a binding.
  /// - Parameters: the target, and the controller or note that plays it.
  public init(_ target: LearnTarget, _ control: LearnControl) {
    self.target = target
    self.control = control
  }
}

extension LearnBinding: Codable {
  private enum CodingKeys: String, CodingKey { case parameter, message }

  /// Reads a binding from its words.
  /// - Throws: a decoding error when the parameter or the message is unknown.
  public init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: CodingKeys.self)
    guard let target = LearnTarget(name: try file.decode(String.self, forKey: .parameter)) else {
      throw DecodingError.dataCorruptedError(forKey: .parameter, in: file, debugDescription: "no such parameter")
    }
    guard let control = LearnControl(text: try file.decode(String.self, forKey: .message)) else {
      throw DecodingError.dataCorruptedError(forKey: .message, in: file, debugDescription: "no such message")
    }
    self.init(target, control)
  }

  /// Writes both in words: `{"message":"cc 7 channel 1","parameter":"volume"}`.
  public func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: CodingKeys.self)
    try file.encode(target.name, forKey: .parameter)
    try file.encode(control.text, forKey: .message)
  }
}
