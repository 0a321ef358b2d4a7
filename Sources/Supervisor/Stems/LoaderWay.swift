import Sound

extension StemLoader {
  /// How the rack has sets loaded. - Parameter waits: loads on the calling thread, for a run without a clock, which is the same each time.
  package func way(waits: Bool) -> StemRack.Load {
    guard waits else { return { [self] set, done in load(set, done: done) } }
    return { [self] set, done in
      do throws(StemRefusal) { done(try loadNow(set).map { .success($0) }) } catch { done(.failure(error)) }
    }
  }
}
