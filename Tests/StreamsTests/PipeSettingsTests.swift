import Streams
import Testing

struct PipeSettingsTests {
  @Test func aPipeIsWhatLibrespotWritesUnlessItIsSaid() {
    let pipe = PipeSettings(name: "spotify", path: "/run/gestureflow/pipes/spotify")
    #expect((pipe.rate, pipe.format, pipe.channels) == (44_100, .s16, 2))
  }
}
