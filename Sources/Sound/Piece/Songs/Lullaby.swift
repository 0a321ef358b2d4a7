extension Song {
  /// 60 dotted quarter notes per minute, 6/8, G major. A flute over a harp. 64 s; each quarter of the song is
  /// eight bars.
  static let lullaby = Song(
    name: "Built-in lullaby", milliBPM: 90_000, metre: .sixEight, key: "G major",
    chords: [
      "G": "G1 G3 B3 D4 G4", "D": "F#1 F#3 A3 D4 F#4", "Em": "E1 G3 B3 E4 G4", "C": "C2 G3 C4 E4 G4", "Am": "A1 A3 C4 E4 A4",
      "D7": "D2 F#3 A3 C4 D4",
    ],
    sections: [
      Section("G D Em C", bars: 4, [Line(.harp, harp), Line(.warmPad, "c-----------"), Line(.shaker, "o.....o.....")]),
      Section("G D Em C G D C D7", bars: 8, verse + [Line(.flute, melodyA)]),
      Section("Em C G D Em C Am D7", bars: 8, verse + [Line(.harp, "8-----......"), Line(.ride, "x.....o....."), Line(.flute, melodyB)]),
      Section(
        "C G Am D7", bars: 4,
        [
          Line(.harp, "1-2-3-4-6-7-8-7-6-4-3-2-"), Line(.warmPad, "c-----------"), Line(.uprightBass, "r-----------"),
          Line(.shaker, "o.....o....."),
          Line(.flute, "-:6 G5:6 | D5:10 -:2 | -:6 E5:6 | F#5:10 -:2"),
        ]),
      Section("G D C D7", bars: 4, verse + [Line(.harp, "8-----......"), Line(.ride, "x.....o....."), Line(.flute, melodyA2)]),
      Section(
        "C D7 G G", bars: 4,
        [
          Line(.harp, "1-2-3-4-3-2- 1-2-3-4-3-2- 1-2-3-4-6-----------"),
          Line(.warmPad, "c----------- c----------- c----------------- ......"),
          Line(.uprightBass, "r-----f----. r-----f----. r----------------- ......"),
          Line(.softKick, "X........... X........... X........... ............"),
          Line(.shaker, "x.o.o.x.o.o. x.o.o.x..... ............ ............"),
          Line(.ride, "............ ............ x........... ............"),
          Line(.flute, "C5:4 D5:2 E5:6 | D5:4 C5:2 A4:6 | G4:16"),
        ]),
    ],
    names: [.drums: "Drums", .bass: "Bass", .lead: "Flute", .chords: "Harp"],
    levels: [.drums: -5.1, .bass: -19.3, .lead: -10.3, .chords: -11.0])

  private static let harp = "1-2-3-4-3-2-"
  private static let verse = [
    Line(.harp, "1-2-3-4-6-4-"), Line(.warmPad, "c-----------"), Line(.uprightBass, "r-----f-.r-."), Line(.softKick, "X.......x..."),
    Line(.rim, "......X....."), Line(.shaker, "x.o.o.x.o.oo"),
  ]
  private static let melodyA = """
    B4:4 D5:2 G5:6 | F#5:4 E5:2 D5:6 | E5:4 D5:2 B4:6 | C5:4 D5:2 E5:6 |
    D5:4 B4:2 G4:6 | A4:4 B4:2 D5:6 | E5:4 D5:2 C5:4 B4:2 | A4:10 -:2
    """
  private static let melodyB = """
    G5:6 F#5:4 E5:2 | E5:6 G5:4 E5:2 | D5:6 B4:4 D5:2 | F#5:8 E5:2 D5:2 |
    G5:6 A5:4 B5:2 | G5:6 E5:4 C5:2 | C5:4 D5:2 E5:4 C5:2 | D5:10 -:2
    """
  private static let melodyA2 = "B4:4 D5:2 G5:6 | F#5:4 E5:2 D5:6 | E5:4 D5:2 C5:4 B4:2 | A4:6 F#4:4 -:2"
}
