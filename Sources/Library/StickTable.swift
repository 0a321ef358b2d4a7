import Foundation
import GestureFlowAPI

/// Where sticks and folders are now, by their identity. What the system cannot tell stays as it was: a box without a free descriptor must not believe that
/// all sticks are gone.
package struct StickTable {
  /// A stick's or folder's place and what it is called.
  package struct Place: Equatable {
    package var root: String
    package var label: String

    package init(root: String, label: String) {
      self.root = root
      self.label = label
    }
  }

  /// Longest label, in characters.
  package static let longestLabel = 60

  private let mountRoot: String
  private let folders: [String]
  private let table: @Sendable () -> String?
  private let identify: @Sendable (Mount) -> String?
  private let presence: @Sendable (String) -> FolderPresence
  private let hasDevice: @Sendable (Mount) -> Bool
  /// Asked once a mount: of a stick that was pulled out udev forgets the name before the kernel forgets the mount.
  private var identities: [Mount: String] = [:]
  private var last: [String: Place] = [:]

  /// - Parameter hasDevice: whether a mount's device is still there: the kernel forgets a stick's device when it is pulled out, and its mount later.
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

  /// Looks at what is mounted now and which folders there are.
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
      // A stick that was pulled out and is back already counts, and not what is left of it.
      if let other = holders[id], hasDevice(other), !hasDevice(mount) { continue }
      holders[id] = mount
    }
    return holders.mapValues { Place(root: $0.path, label: label(of: $0.path)) }
  }

  /// Another stick that is there has this identity: one is a copy of the other.
  private func isTaken(_ id: String, by mount: Mount) -> Bool {
    identities.contains { $0.value == id && $0.key.device != mount.device && hasDevice($0.key) }
  }

  /// An identity of its own for a copy. The stick that came first keeps the plain one, and each has it while it is alone.
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
