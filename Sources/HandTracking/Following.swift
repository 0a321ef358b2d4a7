import Camera
import GestureFlowAPI
import Hands
import Realtime

/// The tracker's state between frames, and the processing of each frame.
struct Following {
  /// Least presence that keeps a hand (MediaPipe's default). Below it the hand is lost.
  static let leastPresence: Float = 0.5
  /// Least presence of a new palm for a second run. When a hand was just lost, the landmark model runs again on a new
  /// palm with at least this presence.
  static let leastDoubt: Float = 0.2
  /// How long a lost hand keeps its identity, in seconds.
  static let identityKept = 0.4

  private let models: TrackerModels
  private let beside: PalmThread?
  private let timings: TrackTimings
  private var maxHands: Int
  private var schedule = PalmSchedule()
  private var motion = MotionSensor()
  private var searchedFrame = SearchedFrame()
  private var newcomers = Newcomers()
  private var holding: Set<Int> = []
  private var hands: [TrackedHand] = []
  private var lost: [TrackedHand] = []
  private var nextID = 1
  private var clock = FrameClock()
  private(set) var quality = TrackQuality()
  /// CPU time in nanoseconds by which the second thread exceeded this one. It counts the last frame only.
  private(set) var beyondOwn: Int64 = 0
  /// CPU time of the last palm search on this thread, in nanoseconds. It counts the last frame only; 0 without a
  /// search.
  private(set) var searching: Int64 = 0

  init(_ models: TrackerModels, beside: PalmThread?, timings: TrackTimings, maxHands: Int) {
    self.models = models
    self.beside = beside
    self.timings = timings
    self.maxHands = maxHands
  }

  /// Limits palm searches to this number a second. Nil: as many as the schedule requests.
  mutating func limit(searches: Double?) { schedule.most = searches ?? .infinity }

  /// Sets the identities of the hands that hold a control now. They keep their places and their sides.
  mutating func keep(_ ids: Set<Int>) { holding = ids }

  /// Sets the number of followed hands from the next frame on. When it falls, the hands that came last are dropped.
  /// They do not count as lost, so the tracker does not search for them. A dropped hand that is seen again is a new
  /// hand.
  mutating func follow(atMost count: Int) {
    guard count != maxHands else { return }
    maxHands = count
    let staying = hands.map(\.id).sorted().prefix(count)
    hands.removeAll { !staying.contains($0.id) }
  }

  /// Returns the hands of one frame.
  mutating func process(_ frame: Frame) throws(Failure) -> [Hand] {
    beyondOwn = 0
    searching = 0
    let step = clock.advance(to: frame.time)
    let known = nextID
    if step == .startedAgain { lost = [] }
    // The hands' movement during the gap is unknown.
    if step != .usual { for i in hands.indices { hands[i].restarted(at: frame.time) } }
    for i in hands.indices { hands[i].isHeld = holding.contains(hands[i].id) }
    let moving = motion.moved(frame, outside: hands.flatMap(\.region.reachOfArm))
    let changed = !hands.isEmpty || moving || searchedFrame.hasChanged(frame)
    lost.removeAll { frame.time - $0.lastSeen > Self.identityKept }

    var palms = beside?.takeFound() ?? []
    // Views in which this frame was already searched for palms: a view is searched only once.
    var searched: [PalmDetector.View] = []
    let isDue = schedule.isDue(at: frame.time, tracked: hands.count, wanted: maxHands, moving: moving, changed: changed)
    if isDue, beside == nil || hands.isEmpty { palms += try findPalms(frame, &searched) }
    let before = hands.count
    let palmsLeft = try follow(frame, newPalms: palms)
    if hands.count < before, !palmsLeft.isEmpty {
      // A hand was lost in this frame, and some palms remain: at the lost hand's place, or in excess of the free
      // places.
      try follow(frame, newPalms: palmsLeft, onlyNew: true)
    }
    let isMissing = hands.count < before
    if let beside, !hands.isEmpty {
      // Hands are being played. The search runs on the other thread, and its result comes with a later frame.
      if isDue || isMissing, searched.isEmpty { beside.look(at: frame) }
    } else if isMissing, palms.isEmpty || searched.isEmpty {
      // Search for the hand in the same frame: this avoids a gap.
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

  /// Gives new identities to hands followed since before the stall. They may be other hands now.
  ///
  /// - Parameter limit: hands with an identity below this one were followed before the stall.
  private mutating func giveNewIdentities(before limit: Int) {
    for i in hands.indices where hands[i].id < limit {
      hands[i].id = nextID
      nextID += 1
      quality.losses += 1
      quality.acquisitions += 1
    }
  }

  /// Searches the due views of this frame until one shows a palm. It skips the views in `searched`.
  private mutating func findPalms(
    _ frame: Frame, _ searched: inout [PalmDetector.View], lostNow: Bool = false
  ) throws(Failure) -> [Palm] {
    let begun = Clock.nanoseconds
    defer { timings.palm.record(Clock.nanoseconds - begun) }
    for view in schedule.views(tracked: hands.count, lostNow: lostNow) where !searched.contains(view) {
      let palms: [Palm]
      let cpu = Clock.threadCPU
      if beside == nil {
        palms = try models.findPalms(in: frame, view: view)
      } else {
        // The other thread is still searching, at a lower priority. Its result comes with a later frame; do not wait
        // for it here.
        guard let found = try models.findPalmsUnlessBusy(in: frame, view: view) else { return [] }
        palms = found
      }
      searching = Clock.threadCPU - cpu
      searched.append(view)
      quality.palmRuns += 1
      schedule.searched(view, found: !palms.isEmpty)
      searchedFrame.searched(frame)
      if !palms.isEmpty { return palms }
    }
    return []
  }

  /// Runs the landmark model where needed and assigns its answers to hands.
  /// The model runs, on two threads, for each known hand whose part of the frame has changed and for each new palm.
  ///
  /// - Parameter onlyNew: the known hands have been followed in this frame already.
  /// - Returns: the palms that belong to hands which are followed already, then the palms of this frame for which no
  ///   place was free.
  @discardableResult
  private mutating func follow(_ frame: Frame, newPalms: [Palm], onlyNew: Bool = false) throws(Failure) -> [Palm] {
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
      // A palm inside the region of a followed hand is that hand.
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
    // The other thread's palms are of an earlier frame. They are not used to replace a hand that is lost in this frame.
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
      let runs = try models.look(at: regions, in: frame)
      timings.landmark.record(Clock.nanoseconds - begun)
      beyondOwn += runs.beyondOwn
      looked = runs.answers
    }
    // Answers are in this order: known hands on which the model ran, new palms, newcomer.
    var rest = looked[...]
    let ofNewcomer = newcomer == nil ? nil : rest.popLast()
    let answers = known.indices.map { stays[$0] ? known[$0].answer : rest.removeFirst() }
    var kept: [TrackedHand] = onlyNew ? hands : []
    for i in known.indices {
      let answer = answers[i]
      func now() -> TrackedHand { stays[i] ? Self.stayed(known[i], frame) : Self.seen(known[i], answer, frame) }
      guard answer.presence >= Self.leastPresence else {
        // Only a hand of this frame can have hidden it.
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
        // It is not added to the lost hands: its identity has expired, and no palm of this frame may take it over.
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
      // One hand was found twice. A hand that fills the frame gives two palms, and their answers differ more than
      // `areOne` allows.
      if kept.contains(where: { TrackedHand.areOne($0.answer, answer) || $0.holds(answer.points[9]) }) {
        quality.duplicatesDropped += 1
      } else {
        kept.append(adopt(answer, frame))
      }
    }
    if let newcomer, let ofNewcomer, kept.count >= maxHands,
      let place = Newcomers.place(for: newcomer, ofNewcomer, among: kept, at: frame.time)
    {
      // It is not added to the lost hands: the tracker does not search for a hand that gave up its place.
      newcomers.gaveWay(kept.remove(at: place), at: frame.time)
      kept.append(adopt(ofNewcomer, frame))
    }
    // Stored before the second run, which may fail: a lost hand must be in one list only.
    hands = kept
    if kept.isEmpty, !lost.isEmpty, let doubtful, let sure = try lookAgain(doubtful, frame) { hands.append(adopt(sure, frame)) }
    return palmsLeft
  }

  /// Decides which of two hands a hand shown by two regions is. Adds the other one to the lost hands, hidden behind it.
  ///
  /// - Returns: whether it is `hand`; false means the hand that already has it, `taken`.
  private mutating func isRather(
    _ hand: TrackedHand, than taken: TrackedHand, of known: [TrackedHand], _ answer: LandmarkModel.Answer
  ) -> Bool {
    guard let other = known.first(where: { $0.id == taken.id }) else { return hand.frames > taken.frames }
    let isIt = hand.isRather([answer, taken.answer], than: other)
    lost.append(isIt ? other.hidden : hand.hidden)
    return isIt
  }

  /// Whether a hand's identity expired before this answer. Two conditions must hold.
  /// No frame came for longer than a lost hand keeps its identity. By place and side, the answer is another hand.
  private func hasCeased(_ hand: TrackedHand, before answer: LandmarkModel.Answer, _ frame: Frame) -> Bool {
    frame.time - hand.lastSeen > Self.identityKept
      && TrackedHand.whichReturns(as: answer, at: frame.time, selfie: frame.isSelfie, of: [hand]) == nil
  }

  /// Runs the landmark model again around a doubtful answer's landmarks.
  /// A palm gives only a rough region, and a fast hand may be seen better in the region of its landmarks. Returns nil
  /// if the presence is still too low.
  private mutating func lookAgain(_ answer: LandmarkModel.Answer, _ frame: Frame) throws(Failure) -> LandmarkModel.Answer? {
    let begun = Clock.nanoseconds
    let runs = try models.look(at: [Region(landmarks: answer.points)], in: frame)
    timings.landmark.record(Clock.nanoseconds - begun)
    return runs.answers.first { $0.presence >= Self.leastPresence }
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

  /// Returns a hand that the previous frame did not have. It is a hand just lost, or a new one.
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
