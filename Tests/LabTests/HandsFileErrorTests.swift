import Lab
import Testing

@Suite struct HandsFileErrorTests {
  @Test func aFileThatIsNotThereIsNamed() {
    #expect {
      _ = try HandsFile.read("/nowhere/hands.jsonl")
    } throws: { "\($0)".contains("/nowhere/hands.jsonl") }
  }
}
