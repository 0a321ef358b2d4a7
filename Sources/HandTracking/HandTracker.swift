import Camera
import Foundation
import Hands
import Realtime

/// Finds and follows the hands of a stream of frames. One thread calls it; helpers of its own run the models side by side.
///
/// A palm search finds a hand once; from then on each frame's landmarks say where to look in the next one. Searches are few (see `PalmSchedule`).
/// While hands are tracked they run on their own thread (`Search.beside`) and never hold up a frame; with `Search.inline` every search
/// is done within its frame, so that a film gives the same result on every run.
public final class HandTracker: @unchecked Sendable {
  public enum Search: Sendable { case inline, beside }

  /// Presence below this loses the hand (MediaPipe's default).
  static let leastPresence: Float = 0.5
  /// A lost hand keeps its identity this long, in seconds.
  static let identityKept = 0.4

  public let maxHands: Int
  private let models: TrackerModels
  private let search: Search
  private let beside: PalmThread?
  private var schedule = PalmSchedule()
  private var motion = MotionSensor()
  private var hands: [TrackedHand] = []
  private var lost: [TrackedHand] = []
  private var nextID = 1
  public private(set) var quality = TrackQuality()
  public let timings = TrackTimings()

  /// - Parameter maxHands: 1...4.
  public init(_ models: TrackerModels, maxHands: Int = 2, search: Search = .inline) throws {
    self.models = models
    self.maxHands = min(max(maxHands, 1), 4)
    self.search = search
    beside = search == .beside ? try PalmThread(models) : nil
  }

  deinit { beside?.stop() }

  /// The threads that help, for the status.
  public var threads: [RealtimeThread.Outcome] { (beside.map { [$0.outcome] } ?? []) + models.threads }

  /// Finds the hands of one frame. Frames come in the order of their capture.
  public func process(_ frame: Frame) throws(TrackerError) -> HandFrame {
    let begun = Clock.nanoseconds
    defer { timings.whole.record(Clock.nanoseconds - begun) }
    let moving = motion.moved(frame, outside: hands.flatMap(\.region.reachOfArm))
    lost.removeAll { frame.time - $0.lastSeen > Self.identityKept }

    var palms = beside?.takeFound() ?? []
    let due = schedule.isDue(at: frame.time, tracked: hands.count, wanted: maxHands, moving: moving)
    if due, let beside, !hands.isEmpty {
      beside.look(at: frame)
    } else if due {
      palms += try findPalms(frame)
    }
    let before = hands.count
    try follow(frame, newPalms: palms)
    if hands.count < before, palms.isEmpty {
      // A hand was lost in this very frame: look for it in this frame still, rather than show a gap.
      try follow(frame, newPalms: try findPalms(frame, lostNow: true), onlyNew: true)
      if hands.count < before { schedule.handLost(at: frame.time) }
    }
    return HandFrame(index: frame.index, time: frame.time, aspect: frame.aspect, hands: hands.map { $0.hand() })
  }

  private func findPalms(_ frame: Frame, lostNow: Bool = false) throws(TrackerError) -> [Palm] {
    let begun = Clock.nanoseconds
    defer { timings.palm.record(Clock.nanoseconds - begun) }
    var palms: [Palm] = []
    for view in schedule.views(tracked: hands.count, lostNow: lostNow) where palms.isEmpty {
      quality.palmRuns += 1
      palms = try models.findPalms(in: frame, view: view)
      schedule.searched(view, found: !palms.isEmpty)
    }
    return palms
  }

  /// Runs the landmark model on every known hand and on every new palm, side by side, and sorts out the answers.
  private func follow(_ frame: Frame, newPalms: [Palm], onlyNew: Bool = false) throws(TrackerError) {
    let known = onlyNew ? [] : hands
    let taken = hands.map { $0.region.box }
    var regions = known.map(\.region)
    for palm in newPalms where regions.count + (onlyNew ? hands.count : 0) < maxHands {
      let region = Region(palm: palm)
      // A palm inside the region of a hand that is followed already is that hand.
      let centre = SIMD2((palm.box.minX + palm.box.maxX) / 2, (palm.box.minY + palm.box.maxY) / 2)
      let isKnown = zip(taken, hands).contains { box, hand in
        box.overlap(region.box) > 0.5 || hand.holds(centre)
      }
      if !isKnown { regions.append(region) }
    }
    let begun = Clock.nanoseconds
    let answers = try models.look(at: regions, in: frame)
    if !regions.isEmpty { timings.landmark.record(Clock.nanoseconds - begun) }

    var kept: [TrackedHand] = onlyNew ? hands : []
    for (i, answer) in answers.enumerated() {
      let wasKnown = i < known.count
      guard answer.presence >= Self.leastPresence else {
        if wasKnown {
          lost.append(known[i])
          quality.losses += 1
        }
        continue
      }
      if let twin = kept.firstIndex(where: { TrackedHand.areOne($0.answer, answer) }) {
        // Two regions have come to show one hand: the longer known one stays.
        quality.duplicatesDropped += 1
        if wasKnown, known[i].frames > kept[twin].frames {
          kept[twin] = known[i]
          kept[twin].saw(answer, time: frame.time, selfie: frame.isSelfie)
        }
        continue
      }
      if wasKnown {
        var hand = known[i]
        let disagreed = hand.disagreements
        hand.saw(answer, time: frame.time, selfie: frame.isSelfie)
        quality.flipsResisted += hand.disagreements - disagreed
        kept.append(hand)
      } else if kept.contains(where: { $0.holds(answer.points[9]) }) {
        // A hand that fills the picture gives two palms, and then two answers that differ more than those of twins do.
        quality.duplicatesDropped += 1
      } else {
        kept.append(adopt(answer, frame))
      }
    }
    hands = kept
  }

  /// A hand that was not there in the frame before: one just lost, or a new one.
  private func adopt(_ answer: LandmarkModel.Answer, _ frame: Frame) -> TrackedHand {
    let nearest = lost.indices.min { a, b in
      length(lost[a].answer.points[9] - answer.points[9]) < length(lost[b].answer.points[9] - answer.points[9])
    }
    if let nearest, length(lost[nearest].answer.points[9] - answer.points[9]) < 3 * lost[nearest].reach {
      return TrackedHand.resuming(lost.remove(at: nearest), answer: answer, time: frame.time, selfie: frame.isSelfie)
    }
    defer { nextID += 1 }
    quality.acquisitions += 1
    return TrackedHand(id: nextID, answer: answer, time: frame.time, selfie: frame.isSelfie)
  }
}
