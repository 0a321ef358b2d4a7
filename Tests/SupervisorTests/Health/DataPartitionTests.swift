import Foundation
import GestureFlowAPI
import Supervisor
import TestSupport
import Testing

@Suite struct DataPartitionTests {
  @Test(arguments: [("repaired\n", "repaired"), ("new\n", "began anew"), ("memory", "forgets all")])
  func `a damaged data partition is a problem with a remedy`(note: String, words: String) throws {
    let problem = try #require(DataPartition.problem(note: note))
    #expect(problem.name == "data" && problem.state == .degraded)
    #expect(problem.reason?.contains(words) == true)
    #expect(problem.remedy?.contains("card") == true)
  }

  @Test(arguments: [nil, "", "\n", "good", "repaired and new"] as [String?])
  func `an intact data partition is not a problem`(note: String?) {
    #expect(DataPartition.problem(note: note) == nil)
  }

  @Test func `the words are those of the first stage`() throws {
    let stage = try String(contentsOf: Places.project.appendingPathComponent("deploy/image/first-stage"), encoding: .utf8)
    let words = stage.split(separator: "\n").compactMap { line in
      line.range(of: "changed=").map { String(line[$0.upperBound...]) }
    }.filter { $0 != "\"\"" }
    #expect(words.sorted() == ["memory", "new", "repaired"])
    #expect(stage.contains(">/root/run/gf/data\n"))
  }
}
