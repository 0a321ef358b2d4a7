import Foundation
import Testing

/// The ring of tests that runs: `make test`, or with its sweeps `make test-long`.
public enum Ring {
  /// Whether sweeps run whole: GESTUREFLOW_LONG is set.
  public static let isLong = ProcessInfo.processInfo.environment["GESTUREFLOW_LONG"] != nil

  /// The arguments of a test: all of them in the long ring, a few that stand for them otherwise.
  public static func cases<Case>(_ few: [Case], of all: [Case]) -> [Case] { isLong ? all : few }
}

extension Trait where Self == ConditionTrait {
  /// A sweep that only `make test-long` runs.
  public static var long: Self { .enabled(if: Ring.isLong, "a sweep: make test-long") }
}
