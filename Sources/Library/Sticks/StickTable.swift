import Foundation
import GestureFlowAPI

/// Tracks where sticks and folders are, by their identity. Entries that the system cannot check stay unchanged. A box
/// without a free descriptor must not conclude that all sticks are gone.
package struct StickTable {
  /// Path and label of a stick or folder.
  package struct Place: Equatable {
    package var root: String
    package var label: String

    package init(root: String, label: String) {
      self.root = root
      self.label = label
    }
  }

  /// Maximum length of a label, in characters.
  package static let longestLabel = 60

  private let mountRoot: String
  private let folders: [String]
  private let table: @Sendable () -> String?
  private let identify: @Sendable (Mount) -> String?
  private let presence: @Sendable (String) -> FolderPresence
  private let hasDevice: @Sendable (Mount) -> Bool
  /// Identity of each mount, queried only once. For a stick that was pulled out, udev drops the name before the
  /// kernel drops the mount.
  private var identities: [Mount: String] = [:]
  private var last: [String: Place] = [:]

  /// - Parameter hasDevice: whether a mount's device still exists. When a stick is pulled out, the kernel drops its
  ///   device first and its mount later.
  package init(
    mountRoot: String, folders: [String], table: @escaping @Sendable () -> String?, identify: @escaping @Sendable (Mount) -> String?,
    presence: @escaping @Sendable (String) -> FolderPresence,
    hasDevice: @escaping @Sendable (Mount) -> Bool = { access($0.device, F_OK) == 0 }
  ) {
    self.hasDevice = hasDevice
    self.mountRoot = mountRoot
    self.folders = folders
    self.table = table
    self.identify = identify
    self.presence = presence
  }

  /// Returns the current mounts and folders.
  package mutating func look() -> [String: Place] {
    var there = lookAtMounts()
    for folder in folders {
      let place = Place(root: folder, label: label(of: folder))
      switch presence(folder) {
      case .there: there[folder] = place
      case .gone: break
      case .unknown: if last[folder] != nil { there[folder] = place }
      }
    }
    last = there
    return there
  }

  private mutating func lookAtMounts() -> [String: Place] {
    guard let text = table() else { return last.filter { !folders.contains($0.key) } }
    let mounts = MountTable.mounts(below: mountRoot, table: text)
    identities = identities.filter { mounts.contains($0.key) }
    for mount in mounts where identities[mount] == nil {
      if let id = identify(mount) { identities[mount] = isTaken(id, by: mount) ? unused(id) : id }
    }
    var holders: [String: Mount] = [:]
    for mount in mounts {
      guard let id = identities[mount] else { continue }
      // Prefer the new mount of a stick that was replugged. The old one has lost its device.
      if let other = holders[id], hasDevice(other), !hasDevice(mount) { continue }
      holders[id] = mount
    }
    return holders.mapValues { Place(root: $0.path, label: label(of: $0.path)) }
  }

  /// Returns whether another present stick has this identity. One is then a copy of the other.
  private func isTaken(_ id: String, by mount: Mount) -> Bool {
    identities.contains { $0.value == id && $0.key.device != mount.device && hasDevice($0.key) }
  }

  /// Returns an unused identity for a copy. The stick that came first keeps the plain one, and each of the two has it
  /// while it is alone.
  private func unused(_ id: String) -> String {
    var number = 2
    while identities.values.contains("\(id) \(number)") { number += 1 }
    return "\(id) \(number)"
  }

  private func label(of path: String) -> String {
    let name = cleaned((path as NSString).lastPathComponent, limit: Self.longestLabel)
    return name.isEmpty ? "stick without a name" : name
  }
}
