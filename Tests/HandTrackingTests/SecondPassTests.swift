import Camera
import Foundation
import GestureFlowAPI
import HandTracking
import Realtime
import Synchronization
import Testing

/// Tests of the second pass: landmark runs on a separate thread. Its results come back in order, also after errors.
@Suite struct SecondPassTests {
  /// A model that reports presence 1, 2 and so on. It fails on request.
  private final class Counting: InferenceModel {
    /// Outputs of the model. Only the one thread that runs the model writes to them.
    private struct Memory: @unchecked Sendable {
      let input = UnsafeMutablePointer<Float>.allocate(capacity: 224 * 224 * 3)
      let outputs = [63, 1, 1, 63].map { count in
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
        buffer.initialize(repeating: 0)
        return buffer
      }
    }
    private let memory = Memory()
    private let state = Mutex((runs: 0, threads: Set<UInt>()))
    private let failsAt: Int
    private let body: @Sendable () -> Void

    init(failsAt: Int = 0, body: @escaping @Sendable () -> Void = {}) {
      self.failsAt = failsAt
      self.body = body
    }

    deinit {
      memory.input.deallocate()
      for output in memory.outputs { output.deallocate() }
    }

    var runs: Int { state.withLock { $0.runs } }
    var threads: Set<UInt> { state.withLock { $0.threads } }

    func run(_ fill: (UnsafeMutablePointer<Float>) -> Void) throws(Failure) -> [UnsafeBufferPointer<Float>] {
      fill(memory.input)
      body()
      let run = state.withLock { state in
        state.runs += 1
        state.threads.insert(pthread_self())
        return state.runs
      }
      if run == failsAt { throw .inference(model: "counting", status: 5) }
      memory.outputs[1][0] = Float(run)
      return memory.outputs.map { UnsafeBufferPointer($0) }
    }
  }

  private let frame = TrueWorld.frame(0, at: 0)

  private func regions(_ count: Int) -> [Region] {
    (0..<count).map { Region(centre: SIMD2(32 + Float($0), 64), side: 40, rotation: 0) }
  }

  private func presences(_ done: SecondPass.Done) throws -> [Float] { try done.answers.get().map(\.presence) }

  @Test func `answers come in the regions order from another thread`() throws {
    let looker = try SecondPass()
    defer { looker.stop() }
    let counting = Counting()
    let model = LandmarkModel(counting)
    looker.begin(model, regions(3), frame)
    #expect(try presences(looker.finish()) == [1, 2, 3])
    looker.begin(model, regions(1), frame)
    #expect(try presences(looker.finish()) == [4])
    looker.begin(model, [], frame)
    #expect(try presences(looker.finish()).isEmpty)
    #expect(counting.threads.count == 1 && !counting.threads.contains(pthread_self()))
  }

  /// Another processor's floats may differ slightly. Regions that differ by so little are one region to the model
  /// (`Region.onGrid`).
  @Test func `points in one cell of the grid give the same result`() throws {
    let looker = try SecondPass()
    defer { looker.stop() }
    let regions = [SIMD2<Float>(30, 31), SIMD2(30.001, 30.999), SIMD2(30.7, 31)].map { Region(centre: $0, side: 40, rotation: 0) }
    looker.begin(LandmarkModel(Counting()), regions, frame)
    let points = try looker.finish().answers.get().map(\.points)
    #expect(points[0] == points[1] && points[0] != points[2])
  }

  @Test func `a failure is the answer and the next work is done`() throws {
    let looker = try SecondPass()
    defer { looker.stop() }
    let counting = Counting(failsAt: 2)
    let model = LandmarkModel(counting)
    looker.begin(model, regions(3), frame)
    #expect(throws: Failure.inference(model: "counting", status: 5)) { try looker.finish().answers.get() }
    #expect(counting.runs == 2, "what is left of it is not looked at")
    looker.begin(model, regions(1), frame)
    #expect(try presences(looker.finish()) == [3])
  }

  @Test func `its own CPU time is reported`() throws {
    let looker = try SecondPass()
    defer { looker.stop() }
    let busy = LandmarkModel(
      Counting {
        let end = Clock.threadCPU + 20_000_000
        while Clock.threadCPU < end {}
      })
    looker.begin(busy, regions(2), frame)
    #expect(looker.finish().cpu >= 40_000_000)
  }

  /// When the thread has ended, a waiting caller must receive an error. Otherwise it would wait forever.
  @Test(.timeLimit(.minutes(5))) func `a waiter for an ended thread gets an answer`() throws {
    let looker = try SecondPass()
    let counting = Counting()
    looker.stop()
    looker.begin(LandmarkModel(counting), regions(1), frame)
    #expect(throws: Failure.runtime("the thread gf-hands-2 has ended")) { try looker.finish().answers.get() }
    #expect(counting.runs == 0)
  }
}
