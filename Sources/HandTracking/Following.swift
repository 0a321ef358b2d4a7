import Camera
import Hands
import Realtime

/// What the tracker knows of its hands from frame to frame, and what it does with each frame.
struct Following {
  /// Presence below this loses the hand (MediaPipe's default).
  static let leastPresence: Float = 0.5
  /// From this presence on a palm's hand is looked at a second time when one was just lost.
  static let leastDoubt: Float = 0.2
  /// A lost hand keeps its identity this long, in seconds.
  static let identityKept = 0.4

  private let models: TrackerModels
  private let beside: PalmThread?
  private let timings: TrackTimings
  private var maxHands: Int
  private var schedule = PalmSchedule()
  private var motion = MotionSensor()
  private var picture = SearchedPicture()
  private var newcomers = Newcomers()
  private var holding: Set<Int> = []
  private var hands: [TrackedHand] = []
  private var lost: [TrackedHand] = []
  private var nextID = 1
  private var clock = FrameClock()
  private(set) var quality = TrackQuality()
  /// CPU time of the last frame in nanoseconds that the second thread needed beyond what this one did meanwhile.
  private(set) var beyondOwn: Int64 = 0
  /// CPU time in nanoseconds of the last frame's last palm search on this thread; 0 without one.
  private(set) var searching: Int64 = 0

  init(_ models: TrackerModels, beside: PalmThread?, timings: TrackTimings, maxHands: Int) {
    self.models = models
    self.beside = beside
    self.timings = timings
    self.maxHands = maxHands
  }

  /// Palms are looked for at most so often a second; nil is as often as the schedule wants.
  mutating func limit(searches: Double?) { schedule.most = searches ?? .infinity }

  /// Identities of the hands that hold something now. They keep their places and their sides.
  mutating func keep(_ ids: Set<Int>) { holding = ids }

  /// So many hands from the next frame on. Of more than that the ones that came last are followed no more: they are not lost, so nobody looks for them, and one that is seen again is a new hand.
  mutating func follow(atMost count: Int) {
    guard count != maxHands else { return }
    maxHands = count
    let staying = hands.map(\.id).sorted().prefix(count)
    hands.removeAll { !staying.contains($0.id) }
  }

  /// The hands of one frame.
  mutating func process(_ frame: Frame) throws(TrackerError) -> [Hand] {
    beyondOwn = 0
    searching = 0
    let step = clock.advance(to: frame.time)
    let known = nextID
    if step == .startedAgain { lost = [] }
    // What the hands did meanwhile nobody knows.
    if step != .usual { for i in hands.indices { hands[i].restarted(at: frame.time) } }
    for i in hands.indices { hands[i].isHeld = holding.contains(hands[i].id) }
    let moving = motion.moved(frame, outside: hands.flatMap(\.region.reachOfArm))
    let changed = !hands.isEmpty || moving || picture.hasChanged(frame)
    lost.removeAll { frame.time - $0.lastSeen > Self.identityKept }

    var palms = beside?.takeFound() ?? []
    // How palms were looked for in this very frame: no view of it is searched twice.
    var searched: [PalmDetector.View] = []
    let isDue = schedule.isDue(at: frame.time, tracked: hands.count, wanted: maxHands, moving: moving, changed: changed)
    if isDue, beside == nil || hands.isEmpty { palms += try findPalms(frame, &searched) }
    let before = hands.count
    let palmsLeft = try follow(frame, newPalms: palms)
    if hands.count < before, !palmsLeft.isEmpty {
      // A hand was lost in this very frame, and palms were found: where it was, or beside the hands for which there was a place.
      try follow(frame, newPalms: palmsLeft, onlyNew: true)
    }
    let isMissing = hands.count < before
    if let beside, !hands.isEmpty {
      // Hands are played: the search is the other thread's, and its answer comes with a later frame.
      if isDue || isMissing, searched.isEmpty { beside.look(at: frame) }
    } else if isMissing, palms.isEmpty || searched.isEmpty {
      // Look for it in this frame still, rather than show a gap.
      try follow(frame, newPalms: try findPalms(frame, &searched, lostNow: true), onlyNew: true)
    }
    if hands.count < before { schedule.handLost(at: frame.time, held: before) }
    TrackedHand.decideByPlace(&hands, selfie: frame.isSelfie)
    if step == .stalled {
      lost = []
      giveNewIdentities(before: known)
    }
    return hands.map { $0.hand() }
  }

  /// Hands with identities below this were followed before the camera stalled. They may be others now, and get new ones.
  private mutating func giveNewIdentities(before limit: Int) {
    for i in hands.indices where hands[i].id < limit {
      hands[i].id = nextID
      nextID += 1
      quality.losses += 1
      quality.acquisitions += 1
    }
  }

  /// Searches the views of this frame that are due and not in `searched`, until one shows a palm.
  private mutating func findPalms(
    _ frame: Frame, _ searched: inout [PalmDetector.View], lostNow: Bool = false
  ) throws(TrackerError) -> [Palm] {
    let begun = Clock.nanoseconds
    defer { timings.palm.record(Clock.nanoseconds - begun) }
    for view in schedule.views(tracked: hands.count, lostNow: lostNow) where !searched.contains(view) {
      let palms: [Palm]
      let cpu = Clock.threadCPU
      if beside == nil {
        palms = try models.findPalms(in: frame, view: view)
      } else {
        // The other thread is at its search still, at a lower priority: what it finds comes with a later frame, and nothing waits for it here.
        guard let found = try models.findPalmsUnlessBusy(in: frame, view: view) else { return [] }
        palms = found
      }
      searching = Clock.threadCPU - cpu
      searched.append(view)
      quality.palmRuns += 1
      schedule.searched(view, found: !palms.isEmpty)
      picture.searched(frame)
      if !palms.isEmpty { return palms }
    }
    return []
  }

  /// Runs the landmark model on every known hand whose picture has changed and on every new palm, side by side, and sorts out the answers.
  ///
  /// - Parameter onlyNew: the hands have been followed in this frame already.
  /// - Returns: the palms that were taken for hands which are followed already, then those of this frame for which there was no place.
  @discardableResult
  private mutating func follow(_ frame: Frame, newPalms: [Palm], onlyNew: Bool = false) throws(TrackerError) -> [Palm] {
    var stays: [Bool] = []
    if !onlyNew { for i in hands.indices { stays.append(hands[i].still.keeps(frame, isSteady: hands[i].isSteady)) } }
    let known = onlyNew ? [] : hands
    var regions = known.indices.filter { !stays[$0] }.map { known[$0].region }
    let spared = stays.count { $0 }
    quality.looksSpared += spared
    var ofKnownHands: [Palm] = []
    var beyond: [(palm: Palm, region: Region)] = []
    for palm in newPalms {
      let region = Region(palm: palm)
      guard region.isReal else { continue }
      // A palm inside the region of a hand that is followed already is that hand.
      let centre = SIMD2((palm.box.minX + palm.box.maxX) / 2, (palm.box.minY + palm.box.maxY) / 2)
      if hands.contains(where: { $0.region.box.overlap(region.box) > 0.5 || $0.holds(centre) }) {
        ofKnownHands.append(palm)
      } else if regions.count + (onlyNew ? hands.count : spared) < maxHands {
        regions.append(region)
      } else {
        beyond.append((palm, region))
      }
    }
    let isFull = hands.count >= maxHands
    // What another thread found is of an earlier frame, and is not tried where a hand is lost in this one.
    let palmsLeft = ofKnownHands + (isFull && beside == nil ? beyond.map(\.palm) : [])
    var newcomer: Newcomers.Candidate?
    if isFull, !onlyNew, !beyond.isEmpty {
      newcomer = newcomers.choose(among: beyond.map(\.region), hands: hands, at: frame.time)
      if let newcomer { regions.append(newcomer.region) }
    }
    guard !regions.isEmpty || spared > 0 else { return palmsLeft }
    var looked: [LandmarkModel.Answer] = []
    if !regions.isEmpty {
      let begun = Clock.nanoseconds
      let looks = try models.look(at: regions, in: frame)
      timings.landmark.record(Clock.nanoseconds - begun)
      beyondOwn += looks.beyondOwn
      looked = looks.answers
    }
    // The answers of the known hands that were looked at, then the new palms', and the newcomer's.
    var rest = looked[...]
    let ofNewcomer = newcomer == nil ? nil : rest.popLast()
    let answers = known.indices.map { stays[$0] ? known[$0].answer : rest.removeFirst() }
    var kept: [TrackedHand] = onlyNew ? hands : []
    for i in known.indices {
      let answer = answers[i]
      func now() -> TrackedHand { stays[i] ? Self.stayed(known[i], frame) : Self.seen(known[i], answer, frame) }
      guard answer.presence >= Self.leastPresence else {
        // Only a hand that is seen in this frame can have hidden it.
        let isBehind = known.indices.contains { answers[$0].presence >= Self.leastPresence && known[i].isBehind(known[$0]) }
        lost.append(isBehind ? known[i].hidden : known[i])
        quality.losses += 1
        continue
      }
      if let twin = kept.firstIndex(where: { TrackedHand.areOne($0.answer, answer) }) {
        quality.duplicatesDropped += 1
        if isRather(known[i], than: kept[twin], of: known, answer) { kept[twin] = now() }
        continue
      }
      if hasCeased(known[i], before: answer, frame) {
        // Not among the lost ones: its time is over, and no palm of this frame may take up its identity.
        quality.losses += 1
        kept.append(adopt(answer, frame))
        continue
      }
      let hand = now()
      quality.flipsResisted += hand.disagreements - known[i].disagreements
      kept.append(hand)
    }
    var doubtful: LandmarkModel.Answer?
    for answer in TrackedHand.returningFirst(rest, at: frame.time, selfie: frame.isSelfie, of: lost) {
      guard answer.presence >= Self.leastPresence else {
        if answer.presence >= max(Self.leastDoubt, doubtful?.presence ?? 0) { doubtful = answer }
        continue
      }
      // Found twice; a hand that fills the picture gives two palms, and then two answers that differ more than those of twins do.
      if kept.contains(where: { TrackedHand.areOne($0.answer, answer) || $0.holds(answer.points[9]) }) {
        quality.duplicatesDropped += 1
      } else {
        kept.append(adopt(answer, frame))
      }
    }
    if let newcomer, let ofNewcomer, kept.count >= maxHands,
      let place = Newcomers.place(for: newcomer, ofNewcomer, among: kept, at: frame.time)
    {
      // Not among the lost ones: nobody looks for the hand that gives its place.
      newcomers.gaveWay(kept.remove(at: place), at: frame.time)
      kept.append(adopt(ofNewcomer, frame))
    }
    // Before the second look, which may fail: a hand that was lost is in one list only.
    hands = kept
    if kept.isEmpty, !lost.isEmpty, let doubtful, let sure = try lookAgain(doubtful, frame) { hands.append(adopt(sure, frame)) }
    return palmsLeft
  }

  /// Two regions have come to show one hand: whether it is this hand rather than the one that was taken for it. The other one is lost behind it.
  private mutating func isRather(
    _ hand: TrackedHand, than taken: TrackedHand, of known: [TrackedHand], _ answer: LandmarkModel.Answer
  ) -> Bool {
    guard let other = known.first(where: { $0.id == taken.id }) else { return hand.frames > taken.frames }
    let isIt = hand.isRather([answer, taken.answer], than: other)
    lost.append(isIt ? other.hidden : hand.hidden)
    return isIt
  }

  /// No picture came for longer than a lost hand keeps its identity, and by place and side another hand is where this one was.
  private func hasCeased(_ hand: TrackedHand, before answer: LandmarkModel.Answer, _ frame: Frame) -> Bool {
    frame.time - hand.lastSeen > Self.identityKept
      && TrackedHand.whichReturns(as: answer, at: frame.time, selfie: frame.isSelfie, of: [hand]) == nil
  }

  /// A palm gives a rough region: a hand that moves fast may be seen better where the landmarks lie that were seen in it. Nil: it is not, and nothing is sure.
  private mutating func lookAgain(_ answer: LandmarkModel.Answer, _ frame: Frame) throws(TrackerError) -> LandmarkModel.Answer? {
    let begun = Clock.nanoseconds
    let looks = try models.look(at: [Region(landmarks: answer.points)], in: frame)
    timings.landmark.record(Clock.nanoseconds - begun)
    return looks.answers.first { $0.presence >= Self.leastPresence }
  }

  private static func seen(_ hand: TrackedHand, _ answer: LandmarkModel.Answer, _ frame: Frame) -> TrackedHand {
    var hand = hand
    hand.saw(answer, time: frame.time, selfie: frame.isSelfie)
    hand.still.looked(at: hand.region, in: frame)
    return hand
  }

  private static func stayed(_ hand: TrackedHand, _ frame: Frame) -> TrackedHand {
    var hand = hand
    hand.stayed(at: frame.time)
    return hand
  }

  /// A hand that was not there in the frame before: one just lost, or a new one.
  private mutating func adopt(_ answer: LandmarkModel.Answer, _ frame: Frame) -> TrackedHand {
    var hand: TrackedHand
    if let i = TrackedHand.whichReturns(as: answer, at: frame.time, selfie: frame.isSelfie, of: lost) {
      hand = TrackedHand.resuming(lost.remove(at: i), answer: answer, time: frame.time, selfie: frame.isSelfie)
    } else {
      hand = TrackedHand(id: nextID, answer: answer, time: frame.time, selfie: frame.isSelfie)
      nextID += 1
      quality.acquisitions += 1
    }
    hand.still.looked(at: hand.region, in: frame)
    return hand
  }
}
