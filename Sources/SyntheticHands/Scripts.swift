import Hands

/// The scripts that come with the performer, by name.
public enum Scripts {
  /// All scripts, in the order of the list for users.
  public static let all: [Choreography] =
    [
      openHand, count1, count2, count3, count4, count5, pinch, peace, pointing, thumbsUp, ok, fist, bothIndex, wristRoll, upDown,
      enterLeave, secondHand, twoHands, hard, faderUp, faderDown, spread, drift, tilted, rolled, turning, emptyRoom, demo,
    ] + StemScripts.all + StreamScripts.all + InstrumentScripts.all + ThereminScripts.all + CrowdScripts.all

  /// Returns the script of exactly this name; nil without one.
  public static func named(_ name: String) -> Choreography? { all.first { $0.name == name } }

  // The camera's frame is 4/3 heights wide; a player's right hand is on its left.
  private static let rightSide = SIMD2<Float>(0.42, 0.74)
  private static let leftSide = SIMD2<Float>(0.92, 0.74)

  /// Returns a hand that rests in one pose and sways a little.
  /// So it is a film and not a still.
  private static func swaying(_ name: String, _ pose: HandPose, size: Float = 0.24) -> Choreography {
    let places: [(SIMD2<Float>, Float)] = [(.zero, 0), (SIMD2(0.05, -0.03), 6), (SIMD2(-0.03, 0.02), -5), (.zero, 0)]
    let keys = places.enumerated().map { i, place in
      (time: Double(i), hand: PosedHand(.right, pose, wrist: SIMD2(0.62, 0.78) + place.0, size: size, roll: place.1))
    }
    return Choreography(name: name, duration: 3, parts: [HandPart(keys)])
  }

  static let openHand = swaying("open", .open)
  static let count1 = swaying("count1", .one)
  static let count2 = swaying("count2", .two)
  static let count3 = swaying("count3", .three)
  static let count4 = swaying("count4", .four)
  static let count5 = swaying("count5", .open)
  static let peace = swaying("peace", .two)
  static let pointing = swaying("pointing", .one)
  static let thumbsUp = swaying("thumbsup", .thumbsUp)
  static let ok = swaying("ok", .ok)
  static let fist = swaying("fist", .fist)

  static let pinch: Choreography = {
    let apertures: [(Double, Float)] = [(0, 0.8), (0.5, 0.8), (0.9, 0.14), (1.4, 0.14), (2.4, 0.7), (2.9, 0.7), (3.6, 0.14), (4, 0.14)]
    return Choreography(
      name: "pinch", duration: 4,
      parts: [
        HandPart(
          apertures.map { t, aperture in
            (time: t, hand: PosedHand(.right, .pinching(aperture: aperture), wrist: SIMD2(0.62, 0.8), size: 0.26))
          })
      ])
  }()

  /// Returns a script of a right hand with a pinch.
  /// It shows itself as a fist, pinches, acts, and releases by opening.
  /// - Parameter act: keys from 1.6 s on: seconds, aperture of the pinch in hand sizes, and rise of the wrist,
  ///   in hand sizes.
  private static func pinching(_ name: String, until end: Double, _ act: [(Double, Float, Float)]) -> Choreography {
    let size: Float = 0.2
    func hand(_ pose: HandPose, _ rise: Float) -> PosedHand {
      PosedHand(.right, pose, wrist: SIMD2(0.62, 0.74 - rise * size), size: size, roll: -4)
    }
    let last = act.last?.2 ?? 0
    let closed = HandPose.pinching(aperture: 0.05)
    let keys: [(time: Double, hand: PosedHand)] =
      [(0, hand(.fist, 0)), (0.6, hand(.fist, 0)), (1.0, hand(.pinching(aperture: 0.6), 0)), (1.5, hand(closed, 0))]
      + act.map { ($0.0, hand(.pinching(aperture: $0.1), $0.2)) }
      + [(end, hand(.open, last)), (end + 0.8, hand(.open, last))]
    return Choreography(name: name, duration: end + 1, parts: [HandPart(keys)])
  }

  /// The closed pinch is lifted by one and a half hand sizes.
  public static let faderUp = pinching("faderup", until: 5, [(2.2, 0.05, 0), (3.8, 0.05, 1.5), (4.6, 0.05, 1.5)])
  /// The closed pinch is lowered by one hand size and a half.
  public static let faderDown: Choreography = {
    var script = pinching("faderdown", until: 5, [(2.2, 0.05, 0), (3.8, 0.05, -1.5), (4.6, 0.05, -1.5)])
    // Begins higher up, so it stays in the frame.
    for i in script.parts[0].keys.indices { script.parts[0].keys[i].hand.wrist.y -= 0.2 }
    return script
  }()
  /// The pinch is opened, and the wrist stays where it is.
  public static let spread = pinching("spread", until: 5, [(2.2, 0.05, 0), (3.6, 0.55, 0), (4.5, 0.55, 0)])
  /// A closed pinch at rest, whose arm sinks slowly.
  /// It sinks by 0.6 hand sizes in ten seconds, which must have no effect.
  public static let drift = pinching("drift", until: 13, [(2.2, 0.05, 0), (12.2, 0.05, -0.6), (12.5, 0.05, -0.6)])

  /// Returns a script of an engaged pinch that is tilted and turned.
  /// It is tilted towards the camera and back, then turned about the forearm.
  private static func turned(_ name: String, _ turns: [(Double, Float, Float)]) -> Choreography {
    var script = pinching(name, until: 8, [(2.2, 0.05, 0), (3.2, 0.40, 0), (7.6, 0.40, 0)])
    guard let at = script.parts[0].keys.firstIndex(where: { $0.time == 7.6 }) else { return script }
    let held = script.parts[0].keys[at].hand
    let keys = turns.map { t, tilt, yaw in
      var hand = held
      hand.tilt = tilt
      hand.yaw = yaw
      return (time: t, hand: hand)
    }
    script.parts[0].keys.insert(contentsOf: keys, at: at)
    return script
  }
  /// An engaged pinch, tilted by 30 degrees towards the camera and away.
  public static let tilted = turned("tilted", [(3.8, 0, 0), (4.8, 30, 0), (5.3, 30, 0), (6.8, -25, 0), (7.2, 0, 0)])
  /// An engaged pinch, turned by 30 degrees about the forearm, both ways.
  public static let rolled = turned("rolled", [(3.8, 0, 0), (4.8, 0, 30), (5.3, 0, 30), (6.8, 0, -30), (7.2, 0, 0)])
  /// An open hand that turns its edge to the camera and back.
  /// It holds nothing.
  public static let turning: Choreography = {
    let keys: [(time: Double, hand: PosedHand)] = [(0.0, 0), (1.2, 0), (2.2, 85), (3.0, 85), (4.0, 0), (5.0, 0)].map { t, yaw in
      (t, PosedHand(.right, .open, wrist: SIMD2(0.62, 0.78), size: 0.22, yaw: Float(yaw)))
    }
    return Choreography(name: "turning", duration: 5, parts: [HandPart(keys)])
  }()

  static let bothIndex: Choreography = {
    func part(_ side: Handedness, _ x: [Float]) -> HandPart {
      HandPart(x.enumerated().map { i, x in (time: Double(i), hand: PosedHand(side, .one, wrist: SIMD2(x, 0.78), size: 0.22)) })
    }
    return Choreography(
      name: "bothindex", duration: 3, parts: [part(.right, [0.40, 0.34, 0.30, 0.40]), part(.left, [0.92, 0.98, 1.04, 0.92])])
  }()

  static let wristRoll = Choreography(
    name: "wristroll", duration: 4,
    parts: [
      HandPart(
        [(0.0, 0), (1.0, 40), (2.0, 0), (3.0, -40), (4.0, 0)].map { t, roll in
          (time: t, hand: PosedHand(.right, .open, wrist: SIMD2(0.66, 0.78), size: 0.22, roll: Float(roll)))
        })
    ])

  static let upDown = Choreography(
    name: "updown", duration: 4,
    parts: [
      HandPart(
        [(0.0, 0.92), (1.5, 0.62), (2.0, 0.62), (3.5, 0.92), (4.0, 0.92)].map { t, y in
          (time: t, hand: PosedHand(.left, .open, wrist: SIMD2(0.75, Float(y)), size: 0.22))
        })
    ])

  static let enterLeave = Choreography(
    name: "enterleave", duration: 6,
    parts: [
      HandPart(
        [(0.0, 1.5), (0.6, 1.5), (1.0, 0.76), (2.6, 0.74), (3.0, 1.5), (5.0, 1.5), (6.0, 1.5)].map { t, y in
          (time: t, hand: PosedHand(.right, .open, wrist: SIMD2(0.62, Float(y)), size: 0.24))
        })
    ])

  /// A hand that stays, and a second one that visits.
  static let secondHand: Choreography = {
    let stays = [(0.0, Float(0)), (2.0, 0.02), (4.0, 0)].map { t, dy in
      (time: t, hand: PosedHand(.right, .open, wrist: SIMD2(0.40, 0.78 + dy), size: 0.2))
    }
    let comes = [(0.0, Float(1.5)), (0.9, 1.5), (1.3, 0.78), (2.8, 0.76), (3.2, 1.5), (4.0, 1.5)].map { t, y in
      (time: t, hand: PosedHand(.left, .open, wrist: SIMD2(0.94, y), size: 0.2))
    }
    return Choreography(name: "secondhand", duration: 4, parts: [HandPart(stays), HandPart(comes)])
  }()

  static let twoHands: Choreography = {
    func part(_ side: Handedness, _ x: [Float]) -> HandPart {
      HandPart(
        x.enumerated().map { i, x in
          (time: Double(i), hand: PosedHand(side, .open, wrist: SIMD2(x, 0.8), size: 0.2, roll: side == .right ? -6 : 6))
        })
    }
    return Choreography(
      name: "twohands", duration: 4, parts: [part(.right, [0.42, 0.34, 0.34, 0.46, 0.42]), part(.left, [0.90, 1.0, 1.0, 0.86, 0.90])])
  }()

  /// A dark room, brown skin, a noisy sensor, a tilted hand.
  static let hard: Choreography = {
    var script = swaying("hard", .three, size: 0.2)
    for i in script.parts[0].keys.indices {
      script.parts[0].keys[i].hand.roll += 12
      script.parts[0].keys[i].hand.yaw = 6
    }
    script.scenery.light = 0.6
    script.scenery.noise = 0.03
    script.scenery.skin = Scenery.brownSkin
    script.scenery.background = .shelves
    return script
  }()

  static let emptyRoom = Choreography(
    name: "empty", duration: 4,
    parts: [
      HandPart([
        (time: 0, hand: PosedHand(.right, .open, wrist: SIMD2(0.6, 3))), (time: 4, hand: PosedHand(.right, .open, wrist: SIMD2(0.6, 3))),
      ])
    ])

  /// The script of `make demo`.
  /// The right hand bends the pitch, the left one the speed, both open the volume; then the hands leave and
  /// return.
  public static let demo: Choreography = {
    typealias Key = (time: Double, hand: PosedHand)
    func right(_ t: Double, _ pose: HandPose, _ dx: Float = 0, _ dy: Float = 0) -> Key {
      (t, PosedHand(.right, pose, wrist: rightSide + SIMD2(dx, dy), size: 0.21, roll: -4))
    }
    func left(_ t: Double, _ pose: HandPose, _ dx: Float = 0, _ dy: Float = 0) -> Key {
      (t, PosedHand(.left, pose, wrist: leftSide + SIMD2(dx, dy), size: 0.21, roll: 4))
    }
    let near = HandPose.pinching(aperture: 0.05)
    let far = HandPose.pinching(aperture: 0.6)
    let gone: Float = 0.8
    let rightKeys: [Key] = [
      // Enters, shows itself, pinches: the pitch rises by opening the pinch and returns.
      right(0, .fist, 0, gone), right(1, .fist, 0, gone), right(1.6, .fist), right(2.6, .fist), right(3, far), right(3.5, near),
      right(4.2, near), right(6.2, far), right(7.2, far), right(9, near), right(9.6, near), right(10, .open), right(11, .open),
      // The left hand's turn. Two fists for a second would switch the null mode.
      right(11.5, .open), right(11.9, .fist),
      right(18.6, .fist),
      // Volume with both hands open.
      right(19, .open), right(20, .open), right(21.5, .open, 0.06), right(22.5, .open, 0.06), right(24, .open), right(24.5, .open),
      right(24.9, .fist),
      // The hands are gone for three seconds: the music pauses, and continues when they are back.
      right(26, .fist), right(26.5, .fist, 0, gone), right(29.5, .fist, 0, gone), right(30, .fist), right(31, .fist), right(31.4, .two),
      right(33, .two), right(33.4, .fist), right(36, .fist), right(36.6, .fist, 0, gone), right(38, .fist, 0, gone),
    ]
    let leftKeys: [Key] = [
      left(0, .fist, 0, gone), left(10.6, .fist, 0, gone), left(11.2, .fist), left(11.8, .fist), left(12.2, far), left(12.7, near),
      left(13.2, near),
      left(14.6, far), left(15.4, far), left(17.2, near), left(17.8, near), left(18.2, .open), left(20, .open), left(21.5, .open, -0.06),
      left(22.5, .open, -0.06),
      left(24, .open), left(24.5, .open), left(24.9, .fist), left(25.2, .fist), left(25.7, .fist, 0, gone), left(38, .fist, 0, gone),
    ]
    return Choreography(name: "demo", duration: 38, parts: [HandPart(rightKeys), HandPart(leftKeys)])
  }()
}
