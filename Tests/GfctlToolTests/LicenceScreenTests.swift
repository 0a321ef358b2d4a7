import GestureFlowAPI
import GfctlTool
import Testing

/// The output of `gfctl status`, `license show` and `doctor` about licences.
@Suite struct LicenceScreenTests {
  private var valid: LicenceStatus {
    var status = LicenceStatus(
      .valid, "'a' for Ada, until 2028-01-01, installed", others: [LicenceStatus.Other(source: "/stick/b.licence", text: "it is empty")])
    (status.id, status.holder, status.serial, status.boxSerial) = ("a", "Ada\u{1B}[2J", "10", "10")
    (status.issued, status.expires, status.features) = ("2026-01-01T00:00:00Z", "2028-01-01T00:00:00Z", ["pro", "choir"])
    status.source = "/var/lib/gestureflow/licence/installed.licence"
    return status
  }

  @Test func `the status has a line of it`() {
    var status = Status.sample
    #expect(!StatusScreen.text(status, colour: false).contains("\nlicence"), "a box of before says nothing of licences")
    status.licence = valid
    #expect(StatusScreen.text(status, colour: false).contains("\nlicence   'a' for Ada, until 2028-01-01, installed\n"))
  }

  @Test func `all of it is shown`() {
    let lines = LicenceTable.lines(valid, tier: .pro)
    #expect(
      lines == [
        "licence    'a' for Ada, until 2028-01-01, installed", "tier now   pro", "number     a", "holder     Ada [2J", "serial     10",
        "issued     2026-01-01T00:00:00Z", "expires    2028-01-01T00:00:00Z", "features   pro, choir",
        "file       /var/lib/gestureflow/licence/installed.licence", "this box   10", "also found /stick/b.licence: it is empty",
      ], "\(lines)")
    let none = LicenceTable.lines(LicenceStatus(.none, "missing"), tier: .free)
    #expect(none == ["licence    missing", "tier now   free", "this box   tells no serial"])
  }

  @Test func `the doctor warns of one that does not count`() {
    func findings(_ licence: LicenceStatus?) -> [Finding] {
      var status = Status.sample
      status.licence = licence
      return Doctor.box(status).filter { $0.part == "licence" }
    }
    #expect(findings(nil).isEmpty)
    #expect(findings(LicenceStatus(.refused, "not valid: it is empty")) == [Finding("licence", .warn, "not valid: it is empty")])
    #expect(findings(LicenceStatus(.notNeeded, "not needed")).map(\.result) == [.good])
    #expect(findings(valid).map(\.text) == [valid.text, "besides: /stick/b.licence: it is empty"])
  }
}
