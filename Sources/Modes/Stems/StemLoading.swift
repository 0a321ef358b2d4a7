import Sound

extension StemLoader {
  /// Returns the function with which the selector loads sets.
  /// - Parameter waits: whether it loads on the calling thread. A run without a clock does so, to be the same each
  ///   time.
  package func way(waits: Bool) -> StemSetSelector.Load {
    guard waits else { return { [self] set, done in load(set, done: done) } }
    return { [self] set, done in
      do throws(StemRefusal) { done(try loadNow(set).map { .success($0) }) } catch { done(.failure(error)) }
    }
  }
}
