import Foundation
import GestureFlowAPI
import NIOCore

/// Receives one body and writes it to a file.
///
/// It keeps the order, pauses the client while the disk works, and never blocks the loop. All methods run on the
/// connection's loop.
package final class UploadReceiver {
  private let work: AnswerQueue
  private let loop: any EventLoop
  /// Requests the next bytes. The first call says that the target is open.
  private let onHungry: (_ isFirst: Bool) -> Void
  private let onDone: (Response, _ isTaken: Bool) -> Void
  private var target: (any UploadTarget)?
  private var waiting: [ByteBuffer] = []
  private var isWorking = true
  private var isWhole = false
  private var isOver = false

  /// - Parameters:
  ///   - work: the queue for disk work.
  ///   - open: makes the target; its problem becomes the answer.
  ///   - onDone: receives the answer, and whether the whole body was taken.
  package init(
    work: AnswerQueue, loop: any EventLoop, open: @escaping @Sendable () -> Result<any UploadTarget, Problem>,
    onHungry: @escaping (_ isFirst: Bool) -> Void, onDone: @escaping (Response, _ isTaken: Bool) -> Void
  ) {
    self.work = work
    self.loop = loop
    self.onHungry = onHungry
    self.onDone = onDone
    let bound = NIOLoopBound(self, eventLoop: loop)
    work.compute(on: loop, open) { bound.value.opened($0) }
  }

  private func opened(_ result: Result<any UploadTarget, Problem>) {
    guard !isOver else { return }
    isWorking = false
    switch result {
    case .success(let target):
      self.target = target
      if waiting.isEmpty, !isWhole { onHungry(true) } else { pump() }
    case .failure(let problem):
      isOver = true
      onDone(Answers.problem(problem), false)
    }
  }

  /// Takes the next bytes of the body.
  package func take(_ bytes: ByteBuffer) {
    guard !isOver else { return }
    waiting.append(bytes)
    pump()
  }

  /// Marks the body as complete.
  package func end() {
    isWhole = true
    pump()
  }

  /// Handles a disconnected client: the target is released, which deletes its bytes.
  package func cancel() {
    isOver = true
    waiting = []
    target = nil
  }

  private func pump() {
    guard !isOver, !isWorking, let target else { return }
    let bound = NIOLoopBound(self, eventLoop: loop)
    if !waiting.isEmpty {
      let parts = waiting
      waiting = []
      isWorking = true
      work.compute(on: loop) {
        for part in parts { target.write(part) }
      } hand: {
        bound.value.isWorking = false
        bound.value.pump()
      }
    } else if isWhole {
      isWorking = true
      work.compute(on: loop) {
        target.finish()
      } hand: { response in
        let receiver = bound.value
        guard !receiver.isOver else { return }
        receiver.isOver = true
        receiver.target = nil
        receiver.onDone(response, true)
      }
    } else {
      onHungry(false)
    }
  }
}
