import ExternalSources
import Testing

struct PipeSettingsTests {
  @Test func `a pipe is what librespot writes unless it is said`() {
    let pipe = PipeSettings(name: "spotify", path: "/run/gestureflow/pipes/spotify")
    #expect((pipe.rate, pipe.format, pipe.channels) == (44_100, .s16, 2))
  }
}
