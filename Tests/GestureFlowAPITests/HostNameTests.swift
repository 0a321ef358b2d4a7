import GestureFlowAPI
import Testing

/// The name by which other machines find this one.
@Suite struct HostNameTests {
  @Test func `the name is one label with local`() {
    let labels = HostName.local.split(separator: ".", omittingEmptySubsequences: false)
    #expect(labels.count == 2 && labels[0].isEmpty == false && labels[1] == "local", "\(HostName.local)")
    #expect(HostName.local == HostName.local.lowercased() && !HostName.local.contains(where: \.isWhitespace))
  }
}
