import HandTracking
import Supervisor
import Testing

/// Why a part does not work, and when it is tried again.
@Suite struct ComponentTests {
  @Test func pausesBetweenTriesGrow() {
    let backOff = BackOff(first: 0.5, longest: 30)
    #expect((1...9).map { backOff.pause(after: $0) } == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
    #expect(backOff.pause(after: 10_000) == 30)
  }

  @Test(
    arguments: [
      ("no model: run make setup", "no model", "run make setup"),
      ("the library does not load: libx.so: put it there", "the library does not load: libx.so", "put it there"),
      ("it is damaged (a: b): delete it (on a box: c)", "it is damaged (a: b)", "delete it (on a box: c)"),
      ("at 12:30 it broke: mend it", "at 12:30 it broke", "mend it"), ("a smile :) and: a remedy", "a smile :) and", "a remedy"),
      ("the card 'USB (1' is gone: plug it in", "the card 'USB (1' is gone", "plug it in"),
    ])
  func aSentenceIsAReasonAndARemedy(sentence: String, reason: String, remedy: String) {
    let failure = PartFailure(sentence: sentence)
    #expect(failure.reason == reason && failure.remedy == remedy && failure.description == sentence)
  }

  @Test(arguments: ["it broke", "", "it broke (why: nobody knows)", "at 12:30"]) func withoutARemedyTheDoctorIsOne(sentence: String) {
    let failure = PartFailure(sentence: sentence)
    #expect(failure.reason == sentence && failure.remedy.contains("gfctl doctor"))
  }

  /// The remedies of the tracker's errors are whole: they stand in the status by themselves.
  @Test func theTrackersRemediesAreWhole() {
    let missing = PartFailure(sentence: TrackerError.missing(path: "/x/a.tflite").description)
    #expect(missing.reason == "/x/a.tflite is not there" && missing.remedy.hasPrefix("run `make setup` (on a box: "))
    let damaged = PartFailure(sentence: TrackerError.damaged(path: "/x/a.tflite", reason: "it cannot be read").description)
    #expect(damaged.reason == "/x/a.tflite is damaged (it cannot be read)" && damaged.remedy.hasPrefix("delete it and run `make setup`"))
  }
}
