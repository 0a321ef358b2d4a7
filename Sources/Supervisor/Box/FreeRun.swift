import Camera
import Foundation
import GestureFlowAPI
import Perception
import Realtime
import Sound

extension Box {
  /// Runs without clock or threads. For each frame it renders the sound up to it, then processes the frame.
  /// Deterministic.
  public func runFree() throws {
    guard case .wav(let path)? = settings.sink else {
      if settings.sink == .null || settings.sink == nil { return try renderFree { _ in } }
      throw Failure("--free-running writes to wav:PATH or null only")
    }
    let file = try WAVFile(path)
    var failed = false
    try renderFree { if !file.write($0.baseAddress!, frames: SoundFormat.block) { failed = true } }
    if failed { throw FileError(path: path, reason: "\(file.problem); free some space") }
  }

  private func renderFree(_ body: (UnsafeBufferPointer<Float>) throws -> Void) throws {
    controls.handle(by: self)
    defer { controls.handle(by: nil) }
    observe()
    // A run without a clock ignores a saved pause.
    controls.change { $0.play() }
    beginMode()
    do throws(Failure) {
      try part.tracker.startNow()
      log.part("tracker", .ok, part.tracker.summary)
    } catch { log.part("tracker", .fail, "\(error); the music plays without hands") }
    let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
    defer { block.deallocate() }
    func render(until seconds: Double) throws {
      while Double(engine.blocks.load() + 1) * Double(SoundFormat.block) / Double(SoundFormat.rate) <= seconds {
        while deck.fill() {}
        lookAtStems()
        settleStems()
        engine.rtRender(block)
        try body(UnsafeBufferPointer(start: block, count: SoundFormat.block * 2))
      }
    }
    let source = part.camera.source
    let worker = pipeline?.worker()
    var first: Double?
    while let source, case .frame(let frame) = source.next(timeout: 1) {
      let start = first ?? frame.time
      first = start
      if let limit = settings.seconds, frame.time - start >= limit { break }
      try render(until: frame.time - start)
      worker?.process(frame)
    }
    if let failure = (source as? FilmFile)?.failure { log.notice("\(failure)") }
    // Render 0.5 s more, to hear the effect of the last frames.
    try render(until: Double(engine.blocks.load()) * Double(SoundFormat.block) / Double(SoundFormat.rate) + 0.5)
    source?.close()
    pipeline?.close()
    // Rendering stopped before the end of the session.
    if let failure = (source as? ReplayFile)?.failure { throw failure }
  }
}
