import Camera
import GestureFlowAPI
import Realtime

/// A second thread that runs the landmark model. It processes some regions while the tracker's own thread processes
/// others.
package final class SecondPass: Sendable {
  private struct Work: Sendable {
    let model: LandmarkModel
    let regions: [Region]
    let frame: Frame
  }
  /// Result of one piece of work, and its CPU time in nanoseconds.
  package struct Done: Sendable {
    package let answers: Result<[LandmarkModel.Answer], Failure>
    package let cpu: Int64
  }

  private let work = Mailbox<Work>()
  private let done = Mailbox<Done>()
  private let thread: RealtimeThread

  /// Starts the thread.
  /// - Throws: `Failure` if the thread cannot be made.
  package init() throws {
    thread = try RealtimeThread(.init(name: "gf-hands-2", core: 1, priority: 60)) { [work, done] in
      while let job = work.take() {
        let begun = Clock.threadCPU
        let answers = Result { () throws(Failure) in
          var answers: [LandmarkModel.Answer] = []
          for region in job.regions { answers.append(try job.model.look(at: region, in: job.frame)) }
          return answers
        }
        done.put(Done(answers: answers, cpu: Clock.threadCPU - begun))
      }
      // Without this a caller that waits for an answer would wait forever.
      done.close()
    }
  }

  var outcome: RealtimeThread.Outcome { thread.outcome }
  /// Starts work on regions of a frame. `finish` returns the answers in the same order.
  package func begin(_ model: LandmarkModel, _ regions: [Region], _ frame: Frame) {
    work.put(Work(model: model, regions: regions, frame: frame))
  }
  /// Waits for the answers to `begin`. Returns a failure if the thread has ended.
  package func finish() -> Done { done.take() ?? Done(answers: .failure(.runtime("the thread gf-hands-2 has ended")), cpu: 0) }
  /// Ends the thread.
  package func stop() {
    work.close()
    thread.join()
  }
}
