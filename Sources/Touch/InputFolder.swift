import CTouch
import Foundation
import GestureFlowAPI

/// The folder `/dev/input`, watched by inotify. Without inotify the caller polls: `wait` sleeps for its full time.
public final class InputFolder: TouchNodes {
  private let folder: String
  private let classes: String
  /// The inotify descriptor; -1 without one.
  private let watch: Int32

  /// Creates a watcher of a folder.
  /// - Parameters:
  ///   - folder: the folder of the device files `event0`, `event1`, ... The kernel creates it with the first of them
  ///     and removes it with the last.
  ///   - classes: the folder in which the kernel reports their abilities; all users may read it.
  public init(_ folder: String = "/dev/input", classes: String = "/sys/class/input") {
    self.folder = folder
    self.classes = classes
    watch = gf_touch_watch_open()
  }

  deinit { if watch >= 0 { close(watch) } }

  /// Returns the `event` files of possible touch devices, by their numbers. Their devices have ABS_MT_SLOT, or do not
  /// report whether they have it. So a keyboard is never opened, and a touch device without permission is still
  /// known.
  public func candidates() -> [String] {
    // Watch before reading the folder, so that no change is missed.
    watchFolder()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let numbers = names.compactMap { $0.hasPrefix("event") ? UInt32($0.dropFirst(5)) : nil }.sorted()
    return numbers.compactMap { number in
      let said = try? String(contentsOfFile: "\(classes)/event\(number)/device/capabilities/abs", encoding: .utf8)
      return said.flatMap(Self.hasSlots) == false ? nil : "\(folder)/event\(number)"
    }
  }

  /// Waits for an inotify event.
  public func wait(milliseconds: Int) -> Bool {
    watchFolder()
    guard watch >= 0 else {
      // Without inotify there is no event to wait for.
      usleep(UInt32(clamping: milliseconds * 1000))
      return false
    }
    return gf_touch_watch_wait(watch, Int32(clamping: milliseconds)) > 0
  }

  private func watchFolder() {
    guard watch >= 0, gf_touch_watch_add(watch, folder) < 0 else { return }
    // The folder does not exist yet. Its creation changes the parent folder.
    _ = gf_touch_watch_add(watch, folder.folderOfPath)
  }

  /// Returns whether ABS_MT_SLOT is among the axes.
  /// - Parameter text: hexadecimal words of a kernel's long (64 bits), the highest first.
  /// - Returns: nil for an invalid text.
  package static func hasSlots(_ text: String) -> Bool? {
    let words = text.split(whereSeparator: \.isWhitespace).map { UInt64($0, radix: 16) }
    guard let lowest = words.last, let lowest else { return nil }
    return lowest >> UInt64(gf_touch_abs_slot.rawValue) & 1 == 1
  }
}
