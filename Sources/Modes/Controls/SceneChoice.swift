import GestureFlowAPI
import Gestures

/// The choice of a scene by raised fingers. They count as for a stem. Pure.
///
/// It runs after PREV and NEXT were pressed together. Hands have no other effect meanwhile, and after the choice until
/// the fingers are lowered: two of them held on would skip a track.
package struct SceneChoice: Sendable {
  /// A step of the choice.
  package enum Step: Sendable, Equatable {
    /// Fingers were held up long enough.
    case chosen(SceneNumber)
    /// The time is over, and no scene was chosen.
    case timedOut
    /// The fingers that chose a scene are lowered. The choice has ended.
    case lowered
  }

  /// Seconds in which a hand must begin to hold up fingers. As long after a choice, fingers that no frame shows any
  /// more count as lowered.
  package static let patience = 5.0
  /// Seconds by which fingers that are still held up delay the end.
  private static let delay = 1.0

  /// Whether hands had no effect before.
  let wereHandsOff: Bool
  private var select: ChannelSelect
  /// Time at which the choice ends, in seconds of `Clock`.
  private var end: Double
  private var number: SceneNumber?
  private var isTaken = false
  /// Time since which other fingers are shown. It is in seconds of the hands' clock.
  private var othersSince: Double?
  private var isLowered = false
  /// Whether the fingers that chose were seen. It counts since the choice or the last delay of its end.
  private var isHeld = false

  /// Makes a choice without fingers.
  /// - Parameters:
  ///   - hold: seconds for which fingers must be held up.
  ///   - now: seconds of `Clock`.
  package init(wereHandsOff: Bool = false, hold: Double = ChannelSelect.usualSeconds, at now: Double) {
    self.wereHandsOff = wereHandsOff
    select = ChannelSelect(seconds: hold)
    end = now + Self.patience + hold
  }

  /// Progress of the fingers that are held up, 0...1. Nil once a scene was chosen.
  package var progress: Double? { number == nil ? Double(select.progress?.share ?? 0) : nil }

  /// Processes the fingers of a frame.
  /// - Parameters:
  ///   - raised: nil without a hand that may show a number.
  ///   - time: seconds of the hands' clock.
  package mutating func see(_ raised: RaisedFingers?, at time: Double) {
    guard let number else {
      let channel = select.update(
        raised?.count, thumbIsOut: raised?.thumbIsOut ?? false, mayCount: raised?.mayCount ?? false, hand: raised?.hand,
        channels: SceneLimits.range.upperBound, at: time)
      self.number = channel.flatMap { SceneNumber($0 + 1) }
      return
    }
    // Four fingers and the thumb are an open hand, which chooses nothing.
    let isOpenHand = raised?.count == 4 && raised?.thumbIsOut == true
    guard raised?.count != number.number || isOpenHand else {
      (othersSince, isHeld) = (nil, true)
      return
    }
    let since = othersSince ?? time
    othersSince = since
    if time - since >= ChannelSelect.dropout - 1e-6 { isLowered = true }
  }

  /// Returns the next step; nil while nothing has changed.
  /// - Parameter now: seconds of `Clock`.
  fileprivate mutating func step(at now: Double) -> Step? {
    guard let number else { return now >= end ? .timedOut : nil }
    guard isTaken else {
      (isTaken, end) = (true, now + Self.patience)
      return .chosen(number)
    }
    if isLowered { return .lowered }
    guard now >= end else { return nil }
    guard isHeld else { return .lowered }
    (isHeld, end) = (false, now + Self.delay)
    return nil
  }
}

extension Controls {
  /// Begins the choice of a scene by fingers. If one waits for fingers, it ends instead.
  /// - Parameter now: seconds of `Clock`.
  /// - Returns: whether one began.
  package mutating func toggleSceneChoice(at now: Double) -> Bool {
    let before = sceneChoice
    let wereHandsOff = before?.wereHandsOff ?? values.areHandsOff
    guard before?.progress == nil else {
      set(handsOff: wereHandsOff)
      return false
    }
    set(handsOff: true)
    let hold = reading?.gestures.settings.selectSeconds ?? ChannelSelect.usualSeconds
    sceneChoice = SceneChoice(wereHandsOff: wereHandsOff, hold: hold, at: now)
    return true
  }

  /// Returns the next step of the choice of a scene. It ends the choice after its last step.
  /// - Parameter now: seconds of `Clock`.
  package mutating func followSceneChoice(at now: Double) -> SceneChoice.Step? {
    guard let step = sceneChoice?.step(at: now), let choice = sceneChoice else { return nil }
    switch step {
    case .chosen: break
    case .timedOut, .lowered: set(handsOff: choice.wereHandsOff)
    }
    return step
  }
}
