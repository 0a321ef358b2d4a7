extension Song {
  /// 110 beats per minute, 4/4, C minor. A sung melody is over plucked chords. 32 bars, 69.8 s; each quarter of the
  /// song is eight bars.
  static let evening = Song(
    name: "Built-in stems", milliBPM: 110_000, key: "C minor",
    chords: [
      "Cm": "C2 G3 C4 Eb4 G4", "Ab": "Ab1 Ab3 C4 Eb4 G4", "Eb": "Eb2 G3 Bb3 Eb4 G4", "Bb": "Bb1 F3 Bb3 D4 F4",
      "Fm": "F1 Ab3 C4 F4 G4", "G": "G1 G3 B3 D4 F4",
    ],
    sections: [
      Section(
        "Cm Ab Eb Bb", bars: 4,
        [
          Line(.pad, "c---------------"),
          Line(.hat, "....x.......x... ....x.......x..o ..x...x...x...x. ..x.o.x...x.o.x."),
          Line(.kick, "................ ................ x.......x....... x.....x.x....x.x"),
          Line(.subBass, "r--------------- r--------------- r--------------- r-----------f-o-", gain: -8),
          Line(.voiceOoh, "G4:14 -:2 | Eb4:14 -:2 | G4:14 -:2 | F4:12 -:4", gain: -6),
          Line(.guitar, "................ ................ 1--3--2--4--3-2- 1--3--2--4--3-2-"),
        ]),
      Section("Cm Ab Eb Bb", bars: 4, themeA + [Line(.voiceAh, melodyA), Line(.crash, openingCrash)]),
      Section(
        "Cm Ab Eb Bb", bars: 4,
        themeA + [
          Line(.guitar, "..6...5...4...5."), Line(.voiceAh, melodyA2), Line(.snare, fill),
          Line(.highTom, "................ ................ ................ ............xx.."),
          Line(.lowTom, "................ ................ ................ ..............xX"),
        ]),
      Section("Ab Bb Cm Eb Ab Bb Cm Cm", bars: 8, themeB + [Line(.voiceAh, melodyB + melodyB2), Line(.crash, openingCrash)]),
      Section(
        "Fm Cm Ab G", bars: 4,
        [
          Line(.pad, "c---------------"), Line(.guitar, "1-2-3-4-6-4-3-2-"), Line(.subBass, "r---------------"),
          Line(.hat, "..o...o...o...o."), Line(.openHat, "x............... ................ x............... ................"),
          Line(.kick, "................ ................ ................ ....x...x.x.x.xx"),
          Line(.snare, "................ ................ ................ ........o.o.xxXX"), Line(.voiceOoh, melodyBreak),
        ]),
      Section("Ab Bb Cm Eb", bars: 4, themeB + [Line(.voiceAh, melodyB), Line(.crash, openingCrash)]),
      Section(
        "Ab Bb Cm Cm", bars: 4,
        [
          Line(.pad, "c--------------- c--------------- c------------------------------- ................"),
          Line(.guitar, "1-3-2-4-6-4-3-2- 1-3-2-4-6-4-3-2- 1-2-3-4-6-------------"),
          Line(.subBass, "r--.r-r-..r-o-.. r--.r-r-..r-f-.. r------------------- ............"),
          Line(.kick, "X.....x.X..x.... X.....x.X..x.... X............... ................"),
          Line(.snare, "....X.......X..o ....X.......X.xx ................ ................"),
          Line(.hat, "x.o.x.o.x.o.x.o. x.o.x.o.x.o.x.o. ................ ................"),
          Line(.crash, "................ ................ X............... ................"),
          Line(.voiceAh, "Eb5:6 C5:2 Eb5:4 F5:4 | F5:6 D5:2 Bb4:4 D5:4 | C5:24"),
        ]),
    ],
    names: [.drums: "Drums", .bass: "Sub bass", .lead: "Voice", .chords: "Chords"],
    levels: [.drums: -11.1, .bass: -20.5, .lead: -10.8, .chords: -12.4])

  private static let openingCrash =
    "X............... ................ ................ ................ ................ ................ ................ ................"
  private static let fill = "................ ................ ................ ..........x.xX.."
  private static let themeA = [
    Line(.pad, "c---------------"), Line(.guitar, "1--3--2-.4-.3-2-"), Line(.subBass, "r----.r--.r-o-.."),
    Line(.kick, "X.....x.X......."), Line(.snare, "....X.......X..o"), Line(.hat, "x.o.x.o.x.o.x.oo"),
  ]
  private static let themeB = [
    Line(.pad, "c---------------"), Line(.guitar, "1-3-2-4-6-4-3-2-"), Line(.guitar, "..c---..c---..c-"),
    Line(.subBass, "r--.r-r-..r-o-.."),
    Line(.kick, "X.....x.X..x...."), Line(.snare, "....X.......X..o ....X..o....X.xo"), Line(.hat, "xox.xoxoxoxoxo.o"),
    Line(.openHat, "..............x."),
  ]
  private static let melodyA = """
    G4:3 C5:3 D5:2 Eb5:4 D5:2 C5:2 | C5:6 Bb4:2 Ab4:4 -:4 | G4:3 Bb4:3 C5:2 Bb4:4 G4:4 | F4:6 G4:2 D5:4 -:4
    """
  private static let melodyA2 = """
    G4:3 C5:3 D5:2 Eb5:4 F5:2 Eb5:2 | C5:6 Eb5:2 C5:4 -:4 | Bb4:3 G4:3 Bb4:2 Eb5:4 D5:2 C5:2 | D5:10 -:2 D5:4
    """
  private static let melodyB = """
    Eb5:6 C5:2 Eb5:4 F5:4 | F5:6 D5:2 Bb4:4 D5:4 | Eb5:6 D5:2 C5:4 G4:4 | Bb4:12 -:4
    """
  private static let melodyB2 = """
    | C5:3 C5:3 Eb5:2 Ab5:4 G5:4 | F5:6 D5:2 F5:4 G5:4 | G5:6 Eb5:2 C5:8 | -:4 G4:2 C5:2 D5:4 Eb5:4
    """
  private static let melodyBreak = "C5:12 -:4 | G4:12 -:4 | Ab4:8 C5:8 | B4:12 -:4"
}
