import Settings

extension ConfigStore {
  /// Acts as a box that was ready with this configuration for long enough.
  func prove() {
    keepGood(at: 1000)
    keepGood(at: 1000 + Self.proof)
  }
}
