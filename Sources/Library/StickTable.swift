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
  /// Asked once a mount: of a stick that was pulled out udev forgets the name before the kernel forgets the mount.
  private var identities: [Mount: String] = [:]
  private var last: [String: Place] = [:]

  package init(
    mountRoot: String, folders: [String], table: @escaping @Sendable () -> String?, identify: @escaping @Sendable (Mount) -> String?,
    presence: @escaping @Sendable (String) -> FolderPresence
  ) {
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
    var there: [String: Place] = [:]
    for mount in mounts {
      guard let id = identities[mount] ?? identify(mount) else { continue }
      identities[mount] = id
      there[id] = Place(root: mount.path, label: label(of: mount.path))
    }
    return there
  }

  private func label(of path: String) -> String {
    let name = cleaned((path as NSString).lastPathComponent, limit: Self.longestLabel)
    return name.isEmpty ? "stick without a name" : name
  }
}
