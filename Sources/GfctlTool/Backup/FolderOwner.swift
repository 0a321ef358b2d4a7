import CRealtime
import Foundation
import GestureFlowAPI

/// Gives file operations of root the rights of a folder's owner.
///
/// The service's user owns the folder of the state and can put links there, or move a folder away while root works in
/// it. With this user's rights, and without root's groups, such a link leads only to files that the user may change
/// anyway.
struct FolderOwner: Sendable {
  /// Nil if the rights stay as they are.
  private let owner: (user: uid_t, group: gid_t)?
  /// Further groups of root, which the owner does not have.
  private let groups: [gid_t]

  /// Finds the owner. Without root, and in a folder of root, the rights stay as they are.
  /// - Throws: `Failure` if the system refuses root these rights.
  init(of folder: String) throws(Failure) {
    var status = stat()
    owner = geteuid() == 0 && stat(folder, &status) == 0 && status.st_uid != 0 ? (user: status.st_uid, group: status.st_gid) : nil
    let count = owner == nil ? 0 : getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: Int(max(count, 0)))
    self.groups = getgroups(count, &groups) == count ? groups : []
    guard let owner else { return }
    let isAllowed = gf_thread_files_as(owner.user, owner.group, nil, 0) == 0
    // A refusal may come when some of the rights are changed already.
    let isBack = giveBack()
    guard isAllowed, isBack else {
      throw Failure("\(folder) cannot be used with the rights of its owner", remedy: "run it on the box, not in a container")
    }
  }

  /// Runs `body` on this thread with the owner's rights. It must not start threads or programs.
  func act<Result, Trouble: Error>(_ body: () throws(Trouble) -> Result) throws(Trouble) -> Result {
    guard let owner else { return try body() }
    let code = gf_thread_files_as(owner.user, owner.group, nil, 0)
    precondition(code == 0, "the rights of a folder's owner were available before")
    defer {
      let isBack = giveBack()
      precondition(isBack, "root has its own rights")
    }
    return try body()
  }

  /// Gives the thread root's rights again.
  /// - Returns: whether it has them.
  private func giveBack() -> Bool { gf_thread_files_as(geteuid(), getegid(), groups, groups.count) == 0 }
}
