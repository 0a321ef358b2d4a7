/// A plan of which channels are streamed. It streams channels if not all of a set fits into memory, and gives
/// each of these a number of pages.
package struct StreamBudget: Equatable {
  /// Minimum number of pages of a streamed channel. They hold the frames needed ahead and the heads of loops.
  package static let least = 64

  /// Whether each channel is streamed.
  package var isStreamed: [Bool]
  /// Number of pages of each streamed channel. 0 if all channels are in memory.
  package var pages = 0

  /// Chooses the channels to stream. It takes as few as possible, the longest ones first. Each of them shall have an
  /// eighth of the memory and a little more; if that is not possible, as much as possible.
  /// - Parameters:
  ///   - frames: length of each channel.
  ///   - canStream: whether each channel is a file.
  ///   - most: total number of bytes.
  /// - Returns: nil if the channels still do not fit.
  package init?(_ frames: [Int64], canStream: [Bool], most: Int) {
    isStreamed = frames.map { _ in false }
    let room = Int64(most / Clip.Form.short.bytes)
    var rest = StemLoader.total(frames)
    if rest <= room { return }
    let wanted = max(Self.least, most / 8 / StreamPage.bytes + StreamWindow.spare)
    var best = self
    var count = 0
    for index in frames.indices.filter({ canStream[$0] }).sorted(by: { frames[$0] > frames[$1] }) {
      isStreamed[index] = true
      count += 1
      rest = StemLoader.total(frames.indices.filter { !isStreamed[$0] }.map { frames[$0] })
      guard rest <= room else { continue }
      pages = Int(room - rest) / Int(StreamPage.frames) / count
      if pages >= wanted { return }
      if pages > best.pages { best = self }
    }
    self = best
    if pages < Self.least { return nil }
  }

  /// Returns the number of pages of a channel. The memory of its onsets and table is subtracted.
  package func room(besides bytes: Int) -> Int { max(Self.least, pages - (bytes + StreamPage.bytes - 1) / StreamPage.bytes) }
}
