import CRealtime

/// The single clock of the box, `CLOCK_MONOTONIC`. Time stamps of the camera driver and of ALSA use it too.
public enum Clock {
  /// Nanoseconds since an arbitrary start.
  @inlinable public static var nanoseconds: Int64 { gf_now_ns() }
  /// Seconds since the same start.
  @inlinable public static var seconds: Double { Double(gf_now_ns()) * 1e-9 }
  /// Sleeps until the clock shows `nanoseconds`. Returns at once if that has passed.
  public static func sleep(until nanoseconds: Int64) { gf_sleep_until_ns(nanoseconds) }
  /// CPU time of the calling thread, in nanoseconds.
  public static var threadCPU: Int64 { gf_thread_cpu_ns() }
}
