import CTouch
import Foundation
import GestureFlowAPI
import Synchronization

/// `/dev/input`, watched by inotify. Where it cannot be watched, it is looked at as often as somebody waits for it.
public final class InputFolder: TouchNodes {
  private let folder: String
  private let classes: String
  /// The inotify descriptor; -1 where there is none.
  private let watch: Int32

  /// - Parameters:
  ///   - folder: where the device files `event0`, `event1`, ... are. The kernel makes it with the first of them and removes it with the last.
  ///   - classes: where the kernel says what they can do; anyone may read it there.
  public init(_ folder: String = "/dev/input", classes: String = "/sys/class/input") {
    self.folder = folder
    self.classes = classes
    watch = gf_touch_watch_open()
  }

  deinit { if watch >= 0 { close(watch) } }

  /// `event` files whose devices have ABS_MT_SLOT, or do not say whether they have it; by their numbers. So a keyboard is never opened, and a touch device that may not be opened is known all the same.
  public func candidates() -> [String] {
    // Before looking, so that nothing comes between.
    watchFolder()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let numbers = names.compactMap { $0.hasPrefix("event") ? UInt32($0.dropFirst(5)) : nil }.sorted()
    return numbers.compactMap { number in
      let said = try? String(contentsOfFile: "\(classes)/event\(number)/device/capabilities/abs", encoding: .utf8)
      return said.flatMap(Self.hasSlots) == false ? nil : "\(folder)/event\(number)"
    }
  }

  /// Waits for inotify.
  public func wait(milliseconds: Int) -> Bool {
    watchFolder()
    guard watch >= 0 else {
      usleep(UInt32(clamping: milliseconds * 1000))
      return false
    }
    return gf_touch_watch_wait(watch, Int32(clamping: milliseconds)) > 0
  }

  private func watchFolder() {
    guard watch >= 0, gf_touch_watch_add(watch, folder) < 0 else { return }
    // It is not there yet: whoever makes it changes the folder above.
    _ = gf_touch_watch_add(watch, folder.folderOfPath)
  }

  /// Whether ABS_MT_SLOT is among the axes. - Parameter text: hexadecimal words of a kernel's long (64 bits), the highest first. - Returns: nil for a text that is none.
  package static func hasSlots(_ text: String) -> Bool? {
    let words = text.split(whereSeparator: \.isWhitespace).map { UInt64($0, radix: 16) }
    guard let lowest = words.last, let lowest else { return nil }
    return lowest >> UInt64(gf_touch_abs_slot.rawValue) & 1 == 1
  }
}
