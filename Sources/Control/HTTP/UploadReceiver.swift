import Foundation
import GestureFlowAPI
import NIOCore

/// One body on its way to a file. It keeps the order, holds the client back while the disk works, and never lets the loop wait. All on the connection's loop.
package final class UploadReceiver {
  private let work: AnswerQueue
  private let loop: any EventLoop
  /// Asks for the next bytes; the first time the target has just been opened.
  private let onHungry: (_ isFirst: Bool) -> Void
  private let onDone: (Response, _ isTaken: Bool) -> Void
  private var target: (any UploadTarget)?
  private var waiting: [ByteBuffer] = []
  private var isWorking = true
  private var isWhole = false
  private var isOver = false

  /// - Parameters:
  ///   - work: where the disk is waited for.
  ///   - open: makes the target; its problem is the answer.
  ///   - onDone: told the answer, and whether the body was taken to its end.
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

  /// The next bytes of the body.
  package func take(_ bytes: ByteBuffer) {
    guard !isOver else { return }
    waiting.append(bytes)
    pump()
  }

  /// The body is whole.
  package func end() {
    isWhole = true
    pump()
  }

  /// The client is gone: what was written is given up with the target.
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
