import CVideo
import GestureFlowAPI

/// A camera's exposure controls, as far as its driver has them.
package struct ExposureControls {
  /// Longest exposure without motion blur of hands, in milliseconds.
  package let milliseconds: Double
  private var all: [UInt32: VideoControl] = [:]
  private var limit: VideoControl?
  /// Whether automatic exposure has a limit of its own. Then nothing else is needed.
  package private(set) var isLimited = false

  private static let automatic = UInt32(gf_video_exposure_auto.rawValue)
  private static let time = UInt32(gf_video_exposure_absolute.rawValue)
  private static let priority = UInt32(gf_video_exposure_auto_priority.rawValue)

  /// Turns on automatic exposure and limits it where the driver can. Automatic exposure may no longer lower the frame
  /// rate.
  package init(_ device: any VideoDevice, milliseconds: Double) {
    self.milliseconds = milliseconds
    for control in device.controls() {
      all[control.id] = control
      if Self.isLimit(control) { limit = control }
    }
    release(device)
    if all[Self.priority] != nil { _ = Self.set(device, Self.priority, 0) }
    if let limit { isLimited = Self.set(device, limit.id, units(in: limit.range)) }
  }

  /// Whether a fixed time can be requested.
  package var canFix: Bool { !isLimited && all[Self.automatic] != nil && all[Self.time] != nil }

  /// Fixes the exposure. If the driver rejects it, restores automatic exposure and returns false.
  package func fix(_ device: any VideoDevice) -> Bool {
    guard canFix, let time = all[Self.time] else { return false }
    if Self.set(device, Self.automatic, Int(gf_video_exposure_manual.rawValue)), Self.set(device, time.id, units(in: time.range)) {
      return true
    }
    release(device)
    return false
  }

  /// Turns on automatic exposure. Most webcams support only its mode "aperture priority".
  package func release(_ device: any VideoDevice) {
    guard all[Self.automatic] != nil else { return }
    if Self.set(device, Self.automatic, Int(gf_video_exposure_aperture_priority.rawValue)) { return }
    _ = Self.set(device, Self.automatic, Int(gf_video_exposure_automatic.rawValue))
  }

  /// Whether a control limits automatic exposure. The standard has no control for it, so the driver's name decides.
  package static func isLimit(_ control: VideoControl) -> Bool {
    let name = control.name.lowercased()
    guard name.contains("exposure"), control.id != time, control.id != priority, control.id != automatic, control.range.upperBound > 1
    else {
      return false
    }
    return ["limit", "upper", "maximum", "max "].contains { name.contains($0) } || name.hasSuffix("max")
  }

  /// Converts to V4L2's exposure units of 100 microseconds. The result is clamped to the driver's range.
  private func units(in range: ClosedRange<Int>) -> Int { min(max(Int(milliseconds * 10), range.lowerBound), range.upperBound) }

  private static func set(_ device: any VideoDevice, _ control: UInt32, _ value: Int) -> Bool {
    do throws(SystemFailure) {
      try device.set(control, to: value)
      return true
    } catch { return false }
  }
}
