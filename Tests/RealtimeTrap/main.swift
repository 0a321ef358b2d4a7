import CRealtime
import CTrap
import Foundation
import Sound

/// Renders many blocks in every mode with the traps set: any allocation, any lock is counted, any system call but read, write and exit kills the process.
/// Prints `MODE blocks=N forbidden=N first=NAME` for each mode and `syscalls none` at the end.
///
///     RealtimeTrap [BLOCKS]       100,000 by default, split over the modes
///     RealtimeTrap --seed malloc|lock|syscall     shows that each trap bites
final class Mode: @unchecked Sendable {
  let name: String
  let speed: (Int) -> Float
  let cents: (Int) -> Float
  init(_ name: String, speed: @escaping (Int) -> Float, cents: @escaping (Int) -> Float) {
    self.name = name
    self.speed = speed
    self.cents = cents
  }
}

let arguments = CommandLine.arguments
let seed = arguments.count > 2 && arguments[1] == "--seed" ? arguments[2] : nil
let blocks = seed == nil && arguments.count > 1 ? Int(arguments[1]) ?? 100_000 : seed == nil ? 100_000 : 1000
let modes = [
  Mode("original", speed: { _ in 1 }, cents: { _ in 0 }),
  Mode("speed", speed: { 0.1 + 1.9 * Float($0 % 997) / 997 }, cents: { _ in 0 }),
  Mode("pitch", speed: { _ in 1 }, cents: { Float($0 % 4801 - 2400) }),
  Mode("both", speed: { 0.1 + 1.9 * Float($0 % 613) / 613 }, cents: { Float($0 * 7 % 4801 - 2400) }),
  Mode("edges", speed: { $0 % 40 < 20 ? 0.1 : 2 }, cents: { $0 % 50 < 25 ? -2400 : 2400 }),
  Mode("pauses and loads", speed: { _ in 1.2 }, cents: { _ in 300 }),
]

let engine = SoundEngine()
nonisolated(unsafe) let output = UnsafeMutablePointer<Float>.allocate(capacity: 256)
nonisolated(unsafe) let noise = UnsafeMutablePointer<Float>.allocate(capacity: 8192)
for i in 0..<8192 { noise[i] = Float((i * 7919) % 2001 - 1000) / 2500 }
for tape in engine.tapes { for _ in 0..<60 { tape.append(noise, count: 4096) } }

/// One block's commands, from memory that is there already.
func drive(_ mode: Mode, _ i: Int) {
  _ = engine.gestures.push(.control(speed: mode.speed(i), cents: mode.cents(i), volume: Float(i % 100) / 100, time: 0))
  if mode.name.hasPrefix("pauses") {
    if i % 300 == 0 { _ = engine.commands.push(.userPlay(i % 600 == 0)) }
    if i % 170 == 0 { _ = engine.gestures.push(.autoPause(i % 340 == 0)) }
  }
  if i % 1100 == 0 {
    var load = SoundCommand(.load)
    load.index = (i / 1100) % 2
    load.frame = 20_000
    _ = engine.commands.push(load)
  }
  while engine.released.pop() != nil {}
}

nonisolated(unsafe) var results: [(Int64, UnsafePointer<CChar>?)] = Array(repeating: (0, nil), count: 8)
results.reserveCapacity(8)

nonisolated func renderAll(_ blocks: Int, _ seed: String?) {
  for k in 0..<modes.count {
    let mode = modes[k]
    var count: Int64 = 0
    var first: UnsafePointer<CChar>?
    for i in 0..<blocks {
      drive(mode, i)
      trap_arm()
      engine.rtRender(output)
      if seed == "malloc", i == 7 { trap_allocate() }
      if seed == "lock", i == 7 { bite.lock(); bite.unlock() }
      if seed == "syscall", i == 7 { usleep(1) }
      var name: UnsafePointer<CChar>?
      let n = trap_disarm(&name)
      if n > 0, first == nil { first = name }
      count += n
    }
    results[k] = (count, first)
  }
}

nonisolated func trapped(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let state = gf_float_flush_to_zero()
  gf_prefault_stack()
  gf_store_release(thread_id, Int64(trap_thread_id()))
  // Once without the kernel's trap, so that this program's own lazy parts (not the engine's) are there.
  renderAll(200, nil)
  guard trap_system_calls() == 0 else { _exit(2) }
  renderAll(blocks / modes.count, seed)
  gf_float_restore(state)
  gf_store_release(done, 1)
  trap_exit_thread(0)
}
nonisolated(unsafe) let thread_id = UnsafeMutablePointer<gf_atomic_i64>.allocate(capacity: 1)
thread_id.initialize(to: gf_atomic_i64(v: 0))
let bite = NSLock()
nonisolated(unsafe) let done = UnsafeMutablePointer<gf_atomic_i64>.allocate(capacity: 1)
done.initialize(to: gf_atomic_i64(v: 0))

var thread = pthread_t()
let code = gf_thread_start(&thread, "trapped", 0, -1, 8 << 20, trapped, nil)
precondition(code == 0)
while gf_load_acquire(done) == 0 {
  usleep(10_000)
  let id = gf_load_acquire(thread_id)
  // The kernel ends a thread that breaks the rule; nothing else would tell.
  if id > 0, trap_thread_is_gone(Int32(id)) != 0, gf_load_acquire(done) == 0 {
    print("a system call ended the render thread")
    fflush(nil)
    _exit(1)
  }
}
var bad: Int64 = 0
for (k, mode) in modes.enumerated() {
  let (count, first) = results[k]
  bad += count
  print("\(mode.name) blocks=\(blocks / modes.count) forbidden=\(count) first=\(first.map { String(cString: $0) } ?? "")")
}
print("syscalls none")
fflush(nil)
_exit(bad == 0 ? 0 : 1)
