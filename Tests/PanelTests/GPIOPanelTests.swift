import Foundation
import GestureFlowAPI
import Panel
import Testing

/// Tests of the real panel that need no lines.
/// The lab's machine has some.
@Suite struct GPIOPanelTests {
  @Test(.disabled(if: FileManager.default.fileExists(atPath: "/dev/gpiochip0"), "this machine has GPIO lines"))
  func `the real panel says that there are no lines`() throws {
    #expect(throws: Failure.noChips) {
      _ = try GPIOPanel().open(buttons: [.play: "GPIO17"], leds: [:], debounceMicroseconds: 8000)
    }
  }

  /// A panel that was never opened has no edges and sets no LEDs.
  /// A close is allowed.
  @Test func `a panel without lines is still`() throws {
    let panel = GPIOPanel()
    #expect(try panel.edges(milliseconds: 1).isEmpty)
    try panel.set(.status, on: true)
    panel.close()
    panel.close()
    let grant = try panel.open(buttons: [:], leds: [:], debounceMicroseconds: 8000)
    #expect(grant.problems.isEmpty && grant.down.isEmpty)
  }
}
