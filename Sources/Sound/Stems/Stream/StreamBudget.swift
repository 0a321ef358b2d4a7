/// Which channels of a set are streamed because not all of them fit into memory, and how many pages each of those has.
package struct StreamBudget: Equatable {
  /// Pages that a streamed channel has at least: what is needed ahead, and loops' heads.
  package static let least = 64

  /// Of each channel, whether it is streamed.
  package var isStreamed: [Bool]
  /// Pages of each streamed channel; 0 if none is.
  package var pages = 0

  /// As few channels as need be, the longest ones first, so that each of them has an eighth of the memory and a little more; where that cannot be, as much as can.
  /// - Parameters:
  ///   - frames: of each channel. - canStream: which of them are files. - most: bytes in all.
  /// - Returns: nil if they do not fit all the same.
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

  /// Pages of a channel whose onsets and table take memory, too.
  package func room(besides bytes: Int) -> Int { max(Self.least, pages - (bytes + StreamPage.bytes - 1) / StreamPage.bytes) }
}
