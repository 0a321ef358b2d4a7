import HandTracking

/// The landmark model in use, and the reason for it.
public struct ModelChoice: Sendable, Equatable {
  /// The model.
  public let size: ModelSize
  /// Reason for this model, for the status.
  public let reason: String

  /// The requested model; `auto` takes the one that suits the processor.
  public enum Request: String, Sendable, CaseIterable {
    case auto, float, int8, lite

    /// The request of a word, new or old. Nil for any other word.
    public init?(word: String) { self.init(rawValue: ModelSize.oldWords[word] ?? word) }
  }

  /// - Parameters:
  ///   - request: the one of the command line or the configuration.
  ///   - processor: the processor that runs the model.
  public init(_ request: Request, on processor: Processor = .this) {
    switch request {
    case .float: (size, reason) = (.float, "configured")
    case .int8: (size, reason) = (.int8, "configured")
    case .lite: (size, reason) = (.lite, "configured")
    case .auto where processor.hasHalfPrecision:
      // By instruction counts (`make test-arm`). A run takes 63 million. The 8-bit model takes 58 million with dot
      // products and 103 million without, and `float` is nearer to the pinned model.
      (size, reason) = (.float, "\(processor.name) has 16-bit floats, in which it costs what the 8-bit model costs")
    case .auto where !processor.gainsByEightBits:
      // Measured on EPYC. `float` takes 0.99 of the 8-bit model's time on the third generation, and 0.87 on the
      // first.
      (size, reason) = (.float, "\(processor.name) cannot compute dot products of 8-bit numbers, so these are not faster than floats")
    case .auto:
      let how = processor.hasDotProducts ? "8-bit numbers with dot products" : "8-bit numbers"
      (size, reason) = (.int8, "\(processor.name) is fastest with \(how)")
    }
  }
}
