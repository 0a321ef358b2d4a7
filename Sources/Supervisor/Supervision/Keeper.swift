import GestureFlowAPI

/// Keeps one component running. One thread calls; time comes in.
package struct Keeper {
  /// A part that ran this long has recovered: the pauses begin anew. Seconds.
  package static let recovered = 10.0

  package let component: any Component
  package private(set) var state = PartStatus.State.starting
  /// What is wrong now.
  private var failure: PartFailure?
  /// The failure that was told last and has not been taken back since.
  private var told: PartFailure?
  private var starts = 0
  private var failures = 0
  /// How often in a row it worked for a moment only and failed again.
  private var relapses = 0
  private var nextTry = 0.0
  private var since = 0.0
  /// It was told that the part works, and not taken back since.
  private var hasToldWorks = false
  /// It failed, or there is nothing of it here, but it runs on and looks for what it lacks.
  private var isLooking = false
  /// It was begun and is not there yet.
  private var isBeginning = false

  package init(_ component: any Component) { self.component = component }

  /// What is news after a look at the part. The same failure at each new try is none, whatever lies between the tries.
  package enum Change: Equatable {
    case none
    case works(String)
    case degraded(PartFailure)
    case failed(PartFailure)
    case off(String)
  }

  /// Starts what is due and looks at what runs.
  package mutating func look(at time: Double) -> Change {
    if isBeginning || isLooking { return take(component.condition, at: time) }
    switch state {
    case .starting, .failed: return time >= nextTry ? begin(at: time) : .none
    case .running, .degraded:
      if time - since > Self.recovered {
        failures = 0
        relapses = 0
      }
      return take(component.condition, at: time)
    case .off: return component.isWantedAgain ? begin(at: time) : .none
    }
  }

  private mutating func begin(at time: Double) -> Change {
    do throws(PartFailure) {
      try component.start()
      starts += 1
      since = time
      return take(component.condition, at: time)
    } catch { return fail(error, at: time) }
  }

  private mutating func take(_ condition: Condition, at time: Double) -> Change {
    isLooking = false
    isBeginning = false
    switch condition {
    case .starting:
      isBeginning = true
      // A part that is tried again has failed until it works.
      if state != .failed { state = .starting }
      return .none
    case .lost(let why):
      isLooking = true
      return tell(failed: why)
    case .running:
      if state != .running, state != .degraded { since = time }
      state = .running
      failure = nil
      return tellWorks(at: time)
    case .degraded(let why):
      if state != .running, state != .degraded { since = time }
      let isNews = state != .degraded || failure != why
      state = .degraded
      failure = why
      told = nil
      hasToldWorks = false
      return isNews ? .degraded(why) : .none
    case .failed(let why):
      component.stop()
      return fail(why, at: time)
    case .off(let why):
      component.stop()
      state = .off
      (failure, told, hasToldWorks) = (nil, nil, false)
      return .off(why)
    case .missing(let why):
      // What looks by itself is not stopped: that would be the end of the looking.
      isLooking = true
      let isNews = state != .off
      state = .off
      (failure, told, hasToldWorks) = (nil, nil, false)
      return isNews ? .off(why) : .none
    }
  }

  /// After a relapse it is believed only when it has worked for some time: what was told, that it failed, still holds.
  private mutating func tellWorks(at time: Double) -> Change {
    guard !hasToldWorks, relapses == 0 || time - since > Self.recovered else { return .none }
    hasToldWorks = true
    told = nil
    return .works(component.summary)
  }

  private mutating func fail(_ why: PartFailure, at time: Double) -> Change {
    failures += 1
    if state == .running || state == .degraded, time - since <= Self.recovered { relapses += 1 }
    nextTry = time + component.patience.pause(after: failures)
    return tell(failed: why)
  }

  private mutating func tell(failed why: PartFailure) -> Change {
    state = .failed
    failure = why
    hasToldWorks = false
    guard told != why else { return .none }
    told = why
    return .failed(why)
  }

  package var status: PartStatus {
    PartStatus(name: component.name, state: state, reason: failure?.reason, remedy: failure?.remedy, restarts: max(0, starts - 1))
  }

  package func stop() { component.stop() }
}
