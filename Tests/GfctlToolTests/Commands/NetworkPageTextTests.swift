import GestureFlowAPI
import GfctlTool
import Testing

/// The state of the page on the network, as gfctl says it.
@Suite struct NetworkPageTextTests {
  private func text(
    _ state: PartStatus.State, _ reason: String? = nil, _ remedy: String? = nil, opens: Bool? = nil
  ) throws(Failure) -> String {
    try NetworkPageText.text(
      PartStatus(name: "page", state: state, reason: reason, remedy: remedy), opens: opens, port: "8081",
      hosts: ["box.local", "192.168.1.20"])
  }

  @Test func `an open page has the addresses to type`() throws {
    let text = try text(.running)
    #expect(
      text == """
        open: browsers on the local network find the page at
          http://box.local:8081
          http://192.168.1.20:8081
        """)
  }

  @Test func `a page that is off names the command`() throws {
    let (off, none) = (try text(.off, "page.network is false"), try NetworkPageText.text(nil, port: "", hosts: []))
    #expect(off == NetworkPageText.shut && none == off && off.contains("gfctl network page on"))
  }

  @Test(arguments: [PartStatus.State.failed, .degraded, .starting]) func `a page that does not open fails with the remedy`(
    state: PartStatus.State
  ) {
    let failure = Failure("page.network is true, but the network is shut", remedy: "open it with gfctl network on")
    #expect(throws: failure) { _ = try text(state, failure.reason, failure.remedy) }
    for opens in [true, nil] {
      #expect(throws: Failure("the page is being opened", remedy: "try again")) { _ = try text(state, opens: opens) }
    }
  }

  @Test func `a page that has not followed is not called shut or open`() throws {
    let remedy = "run gfctl config check, then gfctl network page"
    #expect(throws: Failure("the page is still shut", remedy: remedy)) { _ = try text(.off, opens: true) }
    for state in [PartStatus.State.running, .failed, .starting] {
      #expect(throws: Failure("the page is still closing", remedy: remedy)) { _ = try text(state, opens: false) }
    }
    #expect(try text(.off, opens: false) == NetworkPageText.shut && text(.running, opens: true) == text(.running))
  }
}
