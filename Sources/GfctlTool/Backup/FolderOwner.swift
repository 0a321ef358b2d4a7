import CRealtime
import Foundation
import GestureFlowAPI

/// Gives file operations of root the rights of a folder's owner.
///
/// The service's user owns the folder of the state and can put links there, or move a folder away while root works in
/// it. With this user's rights such a link leads only to files that the user may change anyway.
struct FolderOwner: Sendable {
  /// Nil if the rights stay as they are.
  private let owner: (user: uid_t, group: gid_t)?

  /// Finds the owner. Without root, and in a folder of root, the rights stay as they are.
  /// - Throws: `Failure` if the system refuses root these rights.
  init(of folder: String) throws(Failure) {
    var status = stat()
    owner = geteuid() == 0 && stat(folder, &status) == 0 && status.st_uid != 0 ? (user: status.st_uid, group: status.st_gid) : nil
    guard let owner else { return }
    let isAllowed = gf_thread_files_as(owner.user, owner.group) == 0
    giveBack()
    guard isAllowed else {
      throw Failure("\(folder) cannot be changed with the rights of its owner", remedy: "run it on the box, not in a container")
    }
  }

  /// Runs `body` on this thread with the owner's rights. It must not start threads or programs.
  func act<Result, Trouble: Error>(_ body: () throws(Trouble) -> Result) throws(Trouble) -> Result {
    guard let owner else { return try body() }
    let code = gf_thread_files_as(owner.user, owner.group)
    precondition(code == 0, "the rights of a folder's owner were available before")
    defer { giveBack() }
    return try body()
  }

  private func giveBack() {
    let code = gf_thread_files_as(geteuid(), getegid())
    precondition(code == 0, "root has its own rights")
  }
}
