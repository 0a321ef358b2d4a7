import GestureFlowAPI
import Testing

@Suite struct UpdateNameTests {
  @Test func `an update is known by the begin and the end of its name`() {
    for name in ["gestureflow-0.2.0-arm64.raucb", "update-0.2.0-arm64.raucb"] {
      #expect(UpdateName.version(in: name) == "0.2.0-arm64")
    }
    for name in ["", "0.2.0.raucb", "my-update-0.2.0.raucb", "update-0.2.0.raucb.part", "update-0.2.0.img.xz", "Update-0.2.0.raucb"] {
      #expect(UpdateName.version(in: name) == nil, "\(name)")
    }
  }
}
