/// The state of a streamed channel. The audio thread publishes it once per block. It shows which frames the
/// channel will need.
struct StreamView: BitwiseCopyable {
  /// The plan of regions and their bar lines.
  var plan: LoopPlan
  /// The next frame of the transport to be heard.
  var frame: Int64 = 0
  /// A region that waits for its sound.
  var asked: LoopRegion?
  /// Number of regions requested so far.
  var request: Int64 = 0
  /// First frame of the transport at which a loop can still begin.
  var fixed: Int64 = 0
}

/// A message to the audio thread about a streamed channel.
struct StreamOrder: BitwiseCopyable {
  enum Kind: BitwiseCopyable { case page, leave, ready }

  var kind: Kind
  /// Page of the channel; unused for `ready`.
  var index = 0
  /// Samples of the page; for `page` only.
  var page: UnsafePointer<Int16>?
  /// Number and region of the request that may take effect now. It may do so at one of two bars, of which `bar`
  /// is the first. For `ready` only.
  var request: Int64 = 0
  var region = LoopRegion.whole
  var bar: Int64 = 0
}
