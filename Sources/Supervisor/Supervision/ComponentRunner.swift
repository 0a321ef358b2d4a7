import GestureFlowAPI
import Realtime

/// Keeps one component running. One thread calls; the caller passes the time.
package struct ComponentRunner {
  /// Seconds after which a running part has recovered. Its retry pauses then start again from the shortest.
  package static let recovered = 10.0

  package let component: any Component
  package private(set) var state = PartStatus.State.starting
  /// Current failure.
  private var failure: Failure?
  /// Last reported failure that still applies.
  private var reported: Failure?
  private var starts = 0
  private var failures = 0
  /// Number of consecutive failures shortly after a start.
  private var relapses = 0
  private var nextTry = 0.0
  private var since = 0.0
  /// Whether the last report, which still applies, was that the part works.
  private var hasReportedWorks = false
  /// Whether the part failed or is missing, but still searches. It runs on and looks for what it lacks.
  private var isLooking = false
  /// Whether the part was started but is not ready yet.
  private var isBeginning = false

  package init(_ component: any Component) { self.component = component }

  /// Change after a poll of the part. The same failure at a new try does not count, whatever happened between them.
  package enum Change: Equatable {
    case none
    case works(String)
    case degraded(Failure)
    case failed(Failure)
    case off(String)
  }

  /// Starts a part that is due, or polls a running one.
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
    do throws(Failure) {
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
      // A part that is retried counts as failed until it works.
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
      let isNew = state != .degraded || failure != why
      state = .degraded
      failure = why
      reported = nil
      hasReportedWorks = false
      return isNew ? .degraded(why) : .none
    case .failed(let why):
      component.stop()
      return fail(why, at: time)
    case .off(let why):
      component.stop()
      state = .off
      (failure, reported, hasReportedWorks) = (nil, nil, false)
      return .off(why)
    case .missing(let why):
      // Do not stop a part that searches by itself: that would end the search.
      isLooking = true
      let isNew = state != .off
      state = .off
      (failure, reported, hasReportedWorks) = (nil, nil, false)
      return isNew ? .off(why) : .none
    }
  }

  /// Reports that the part works. After a relapse it waits until the part has worked for some time; until then the
  /// reported failure applies.
  private mutating func tellWorks(at time: Double) -> Change {
    guard !hasReportedWorks, relapses == 0 || time - since > Self.recovered else { return .none }
    hasReportedWorks = true
    reported = nil
    return .works(component.summary)
  }

  private mutating func fail(_ why: Failure, at time: Double) -> Change {
    failures += 1
    if state == .running || state == .degraded, time - since <= Self.recovered { relapses += 1 }
    nextTry = time + component.patience.pause(after: failures)
    return tell(failed: why)
  }

  private mutating func tell(failed why: Failure) -> Change {
    state = .failed
    failure = why
    hasReportedWorks = false
    guard reported != why else { return .none }
    reported = why
    return .failed(why)
  }

  package var status: PartStatus {
    PartStatus(name: component.name, state: state, reason: failure?.reason, remedy: failure?.remedy, restarts: max(0, starts - 1))
  }

  package func stop() { component.stop() }
}
