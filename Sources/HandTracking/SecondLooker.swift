import Camera
import Realtime

/// The second pair of eyes: a thread that looks at regions while the tracker's own thread looks at others.
package final class SecondLooker: Sendable {
  private struct Work: Sendable {
    let model: LandmarkModel
    let regions: [Region]
    let frame: Frame
  }
  /// What one piece of work gave, and the CPU time of the thread that went into it, in nanoseconds.
  package struct Done: Sendable {
    package let answers: Result<[LandmarkModel.Answer], TrackerError>
    package let cpu: Int64
  }

  private let work = Mailbox<Work>()
  private let done = Mailbox<Done>()
  private let thread: RealtimeThread

  /// - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  package init() throws {
    thread = try RealtimeThread(.init(name: "gf-hands-2", core: 1, priority: 60)) { [work, done] in
      while let job = work.take() {
        let begun = Clock.threadCPU
        let answers = Result { () throws(TrackerError) in
          var answers: [LandmarkModel.Answer] = []
          for region in job.regions { answers.append(try job.model.look(at: region, in: job.frame)) }
          return answers
        }
        done.put(Done(answers: answers, cpu: Clock.threadCPU - begun))
      }
      // Whoever waits for an answer would wait for ever.
      done.close()
    }
  }

  var outcome: RealtimeThread.Outcome { thread.outcome }
  /// Hands over regions of a frame to look at; `finish` gives the answers, in their order.
  package func begin(_ model: LandmarkModel, _ regions: [Region], _ frame: Frame) {
    work.put(Work(model: model, regions: regions, frame: frame))
  }
  /// Waits for the answers to `begin`; a thread that has ended gives a failure.
  package func finish() -> Done { done.take() ?? Done(answers: .failure(.runtime(reason: "the thread gf-hands-2 has ended")), cpu: 0) }
  /// Ends the thread.
  package func stop() {
    work.close()
    thread.join()
  }
}
