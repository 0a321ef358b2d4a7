/// What the audio thread tells of a streamed channel, once a block: enough to know which frames it will need.
struct StreamView: BitwiseCopyable {
  /// What is played from which bar line on.
  var plan: LoopPlan
  /// Frame of the transport that is heard next.
  var frame: Int64 = 0
  /// A region that waits for its sound.
  var asked: LoopRegion?
  /// How many regions were asked for so far.
  var wish: Int64 = 0
  /// Frame of the transport before which no loop can begin any more.
  var fixed: Int64 = 0
}

/// What the audio thread is told of a streamed channel.
struct StreamOrder: BitwiseCopyable {
  enum Kind: BitwiseCopyable { case page, leave, ready }

  var kind: Kind
  /// Page of the channel; for `ready` nothing.
  var index = 0
  /// Its samples; for `page` only.
  var page: UnsafePointer<Int16>?
  /// Which wish may be granted now, and what, at one of two bars, the first of them `bar`; for `ready` only.
  var wish: Int64 = 0
  var region = LoopRegion.whole
  var bar: Int64 = 0
}
