import Camera

extension HandsPipeline {
  /// Notes that the tracker has processed a frame. `auto` reduces frames or palm searches on a slow machine, and adds
  /// them again when the machine keeps up.
  func settle(_ frame: Frame, by tracker: any HandFinder, hands: Int) {
    let (cpu, searchWork) = (tracker.criticalPath, tracker.searchWork)
    let (frames, searches) = known.withLock { known -> (FramePace.Finding?, SearchPace.Finding?) in
      known.failure = nil
      guard isAuto else { return (nil, nil) }
      known.throttle.hands = hands
      var frames = known.throttle.framePace.judge(cpu: cpu, index: frame.index, time: frame.time, hands: hands)
      let searches = known.throttle.searchPace.judge(cpu: searchWork)
      guard frames != nil || searches != nil else { return (nil, nil) }
      known.saving = known.throttle.saving
      if let step = frames?.step, step > known.throttle.slowestReported {
        known.throttle.slowestReported = step
      } else {
        frames = nil
      }
      return (frames, searches)
    }
    if let frames { log.notice("\(frames)") }
    if let searches {
      tracker.limit(searches: searches.most)
      log.notice("\(searches)")
    }
  }
}
