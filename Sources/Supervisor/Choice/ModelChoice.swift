import HandTracking

/// Which landmark model is taken, and why.
public struct ModelChoice: Sendable, Equatable {
  /// The model.
  public let size: ModelSize
  /// Why this one, for the status.
  public let reason: String

  /// Which model is wanted; `auto` takes what suits the processor.
  public enum Wish: String, Sendable, CaseIterable { case auto, exact, full, lite }

  /// - Parameters:
  ///   - wish: of the command line or the configuration.
  ///   - processor: what it is to run on.
  public init(_ wish: Wish, on processor: Processor = .this) {
    switch wish {
    case .exact: (size, reason) = (.exact, "asked for")
    case .full: (size, reason) = (.full, "asked for")
    case .lite: (size, reason) = (.lite, "asked for")
    case .auto where processor.hasHalfPrecision:
      // By instruction counts: 63 million a run for 58 of the 8-bit model with dot products and 103 without (`make test-arm`), and nearer to the float model.
      (size, reason) = (.exact, "\(processor.name) has 16-bit floats, in which it costs what the 8-bit model costs")
    case .auto where !processor.gainsByEightBits:
      // Measured: `exact` takes 0.99 of the 8-bit model's time on an EPYC of the third generation and 0.87 on one of the first.
      (size, reason) = (.exact, "\(processor.name) has no dot products of 8-bit numbers, without which they are no faster than floats")
    case .auto:
      let how = processor.hasDotProducts ? "8-bit numbers with dot products" : "8-bit numbers"
      (size, reason) = (.full, "\(processor.name) is fastest with \(how)")
    }
  }
}
