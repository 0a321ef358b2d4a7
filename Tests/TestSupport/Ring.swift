import Foundation
import Testing

/// The ring of tests that runs. It is `make test`, or `make test-long` with its sweeps.
public enum Ring {
  /// Whether sweeps run completely. GESTUREFLOW_LONG is then set.
  public static let isLong = ProcessInfo.processInfo.environment["GESTUREFLOW_LONG"] != nil

  /// Returns the arguments of a test. The long ring takes all of them, otherwise a few represent them.
  public static func cases<Case>(_ few: [Case], of all: [Case]) -> [Case] { isLong ? all : few }
}

extension Trait where Self == ConditionTrait {
  /// A sweep that only `make test-long` runs.
  public static var long: Self { .enabled(if: Ring.isLong, "a sweep: make test-long") }
}
