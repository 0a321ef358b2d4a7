import Sound
import Testing

/// Tests of the choice among the formats of a card.
@Suite struct CardFormatTests {
  @Test(
    arguments: [
      ("FLOAT_LE S32_LE S24_3LE S24_LE S16_LE", "FLOAT_LE"),
      ("S16_LE S32_LE", "S32_LE"),
      ("S16_LE S24_3LE", "S24_3LE"),
      ("S16_LE S24_LE", "S24_LE"),
      ("S24_LE S24_3LE", "S24_3LE"),
      ("S24_LE S32_LE", "S32_LE"),
      ("S24_3LE", "S24_3LE"),
      ("S24_LE", "S24_LE"),
      ("S16_LE", "S16_LE"),
      ("U8 S16_LE", "S16_LE"),
      ("U8 S16_BE MU_LAW", nil),
      ("IEC958_SUBFRAME_LE", nil),
      ("", nil),
    ] as [(String, String?)])
  func `the best format that a card takes is chosen`(takes: String, chosen: String?) {
    let names = Set(takes.split(separator: " ").map(String.init))
    #expect(CardFormat.best { names.contains($0.name) }?.name == chosen)
  }
}
