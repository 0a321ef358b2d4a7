import Glibc

/// Kinds of reasons why a file or folder cannot be written.
package enum WriteTrouble: Sendable, Equatable {
  /// The disk is full, or the rest is reserved for other users.
  case full
  /// The file system is read-only. The kernel makes it so when a card returns errors.
  case readOnly
  /// The card or disk returns errors.
  case failing
  /// The user of this process lacks the right.
  case refused
  case other

  /// - Parameter code: the system's error number.
  package init(_ code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .full
    case EROFS: self = .readOnly
    case EIO, EUCLEAN: self = .failing
    case EACCES, EPERM: self = .refused
    default: self = .other
    }
  }

  /// The cause as the end of a sentence. It is empty if the system's text says it all.
  package var cause: String {
    switch self {
    case .full: ", because the disk is full"
    case .readOnly: ", because its file system is read-only"
    case .failing: ", because the card or disk is failing"
    case .refused: ", because access to it is denied"
    case .other: ""
    }
  }

  /// The remedy, as an imperative.
  package var remedy: String {
    switch self {
    case .full: "free some space, as gfctl capture remove does"
    case .readOnly: "mount it writable, and replace the card if it became read-only by itself"
    case .failing: "save what you need and replace the card or disk"
    case .refused: "check its access rights"
    case .other: "check the disk"
    }
  }
}
