extension Song {
  /// 128 beats per minute, 4/4, A minor. A kick on every quarter note, an offbeat bass and arpeggios. 32 bars, 60
  /// s; each quarter of the song is eight bars.
  static let dance = Song(
    name: "Built-in dance", milliBPM: 128_000, key: "A minor",
    chords: [
      "Am": "A1 A3 C4 E4 A4", "F": "F1 A3 C4 F4 A4", "C": "C2 G3 C4 E4 G4", "G": "G1 G3 B3 D4 G4", "Em": "E1 G3 B3 E4 G4",
      "Dm": "D2 A3 D4 F4 A4", "E": "E1 G#3 B3 E4 G#4",
    ],
    sections: [
      Section(
        "Am F C G", bars: 4,
        [
          Line(.arp, "1.2.3.4.6.4.3.2."), Line(.pad, "c---------------"),
          Line(.hat, "..o...o...o...o. ..x...x...x...x. ..x...x...x...x. o.x.o.x.o.x.oox."),
          Line(.kick, "................ ................ x...x...x...x... x...x...x...x.xx"),
          Line(.sawBass, "................ ................ r--------------. r-----------f-o-"),
        ]),
      Section(
        "Am F C G Am F C G", bars: 8,
        groove + [Line(.arp, "1.2.3.4.6.4.3.2."), Line(.stab, "c--.....c-......"), Line(.sawLead, melodyA + melodyA2), Line(.crash, crash)]),
      Section("F G Am Em F G Am Am", bars: 8, groove + chorus + [Line(.sawLead, melodyB + melodyB2), Line(.crash, crash)]),
      Section(
        "Dm F Am E", bars: 4,
        [
          Line(.pad, "c---------------"), Line(.arp, "1.2.3.4.6.4.3.2."), Line(.sawBass, "r--------------."),
          Line(.hat, "..o...o...o...o."),
          Line(.snare, "................ ................ o...o...o...o... o.o.o.o.xxxxXXXX"), Line(.clap, "....x.......x..."),
          Line(.sawLead, "A4:12 -:4 | C5:12 -:4 | E5:12 -:4 | B4:8 G#4:8"),
        ]),
      Section("F G Am Em", bars: 4, groove + chorus + [Line(.sawLead, melodyB), Line(.crash, crash)]),
      Section(
        "F G Am Am", bars: 4,
        [
          Line(.kick, "X...X...X...X... X...X...X...X... X............... ................"),
          Line(.clap, "....X.......X... ....X.......X.xx ................ ................"),
          Line(.openHat, "..x...x...x...x. ..x...x...x...x. ................ ................"),
          Line(.crash, "................ ................ X............... ................"),
          Line(.sawBass, "..r-..r-..r-..r- ..r-..r-..r-..o- r--------------------------- ...."),
          Line(.arp, "1.2.3.4.6.4.3.2. 1.2.3.4.6.4.3.2. 1.2.3.4.6.4.3.2.1..............."),
          Line(.pad, "c--------------- c--------------- c--------------------------- ...."),
          Line(.sawLead, "A4:4 G4:2 F4:2 C5:8 | B4:4 A4:2 G4:2 D5:8 | A4:20"),
        ]),
    ],
    names: [.drums: "Drums", .bass: "Bass", .lead: "Lead", .chords: "Chords"],
    levels: [.drums: -11.4, .bass: -17.0, .lead: -9.0, .chords: -9.2])

  private static let crash =
    "X............... ................ ................ ................ ................ ................ ................ ................"
  private static let groove = [
    Line(.kick, "X...X...X...X..."), Line(.clap, "....X.......X..."), Line(.openHat, "..x...x...x...x."), Line(.hat, "xo.oxo.oxo.oxo.o"),
    Line(.sawBass, "..r-..r-..r-..o-"), Line(.pad, "c---------------"),
  ]
  private static let chorus = [
    Line(.arp, "1324643264328643"), Line(.stab, "c--.c-..c--.c-c-"), Line(.snare, "................ .............x.o"),
  ]
  private static let melodyA = """
    A4:3 C5:3 E5:2 A5:2 -:2 G5:2 E5:2 | F5:3 E5:3 C5:2 A4:4 -:4 | G4:3 C5:3 E5:2 G5:4 E5:4 | D5:6 B4:2 G4:4 -:4 |
    """
  private static let melodyA2 = """
    A4:3 C5:3 E5:2 A5:2 -:2 G5:2 E5:2 | F5:3 A5:3 F5:2 C5:4 -:4 | E5:3 G5:3 E5:2 C5:4 D5:4 | D5:6 B4:2 D5:6 -:2
    """
  private static let melodyB = """
    A5:4 G5:2 F5:2 C5:6 -:2 | B4:4 D5:2 G5:2 D5:6 -:2 | C5:4 E5:2 A5:2 E5:6 -:2 | G5:4 E5:2 B4:2 E5:6 -:2 |
    """
  private static let melodyB2 = """
    A5:4 G5:2 F5:2 C5:6 -:2 | B4:4 D5:2 G5:2 B5:6 -:2 | A5:6 E5:2 C5:4 E5:4 | A5:10 -:6
    """
}
