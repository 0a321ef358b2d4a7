import GestureFlowAPI

/// Keeps one component running. One thread calls; time comes in.
struct Keeper {
  let component: any Component
  private(set) var state = PartStatus.State.starting
  private(set) var failure: PartFailure?
  private(set) var starts = 0
  private var failures = 0
  private var nextTry = 0.0
  private var since = 0.0
  /// It failed but runs on, and looks for what it lacks.
  private var isLooking = false
  /// It was begun and is not there yet.
  private var isBeginning = false
  /// A part that ran this long has recovered: the pauses begin anew. Seconds.
  static let recovered = 10.0

  init(_ component: any Component) { self.component = component }

  /// What changed with a look at the part.
  enum Change: Equatable {
    case none
    case works(String)
    case degraded(PartFailure)
    case failed(PartFailure)
    case off(String)
  }

  /// Starts what is due and looks at what runs.
  mutating func look(at time: Double) -> Change {
    switch state {
    case .starting where isBeginning, .failed where isLooking: return take(component.condition, at: time)
    case .starting, .failed:
      guard time >= nextTry else { return .none }
      return begin(at: time)
    case .running, .degraded:
      if failures > 0, time - since > Self.recovered { failures = 0 }
      return take(component.condition, at: time)
    case .off: return .none
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
      state = .starting
      return .none
    case .lost(let why):
      isLooking = true
      let isNews = state != .failed || failure != why
      state = .failed
      failure = why
      return isNews ? .failed(why) : .none
    case .running:
      guard state != .running else { return .none }
      state = .running
      failure = nil
      return .works(component.summary)
    case .degraded(let why):
      guard state != .degraded || failure != why else { return .none }
      state = .degraded
      failure = why
      return .degraded(why)
    case .failed(let why):
      component.stop()
      return fail(why, at: time)
    case .off(let why):
      component.stop()
      state = .off
      failure = nil
      return .off(why)
    }
  }

  private mutating func fail(_ why: PartFailure, at time: Double) -> Change {
    failures += 1
    nextTry = time + component.patience.pause(after: failures)
    let isNews = state != .failed || failure != why
    state = .failed
    failure = why
    return isNews ? .failed(why) : .none
  }

  var status: PartStatus {
    PartStatus(name: component.name, state: state, reason: failure?.reason, remedy: failure?.remedy, restarts: max(0, starts - 1))
  }

  func stop() { component.stop() }
}
