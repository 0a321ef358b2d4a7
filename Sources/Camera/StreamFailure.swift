import Glibc

/// Why a camera that was opened and has a format does not begin its stream (VIDIOC_REQBUFS, mmap or VIDIOC_STREAMON).
public enum StreamFailure: Sendable, Equatable {
  /// Its plug was pulled, or it answers no more (ENODEV, ENXIO, ESHUTDOWN, EIO).
  case gone
  /// The cable or a hub loses what is sent (EPROTO, EILSEQ, ETIME, ETIMEDOUT, EOVERFLOW, ECOMM).
  case cable
  /// The camera or a stage of its image processor rejects the stream (EPIPE, ENOLINK).
  case rejected
  /// The kernel has no memory for its frames (ENOMEM, ENOBUFS).
  case memory
  /// The driver gives another reason, as the system words it.
  case other(String)

  /// - Parameter code: the errno.
  init(_ code: Int32) {
    self =
      switch code {
      case ENODEV, ENXIO, ESHUTDOWN, EIO: .gone
      case EPROTO, EILSEQ, ETIME, ETIMEDOUT, EOVERFLOW, ECOMM: .cable
      case EPIPE, ENOLINK: .rejected
      case ENOMEM, ENOBUFS: .memory
      default: .other(String(cString: strerror(code)))
      }
  }

  /// The cause alone.
  var reason: String {
    switch self {
    case .gone: "it was pulled out, or it does not answer any more"
    case .cable: "its cable or a hub loses what it sends"
    case .rejected: "it rejects the stream"
    case .memory: "the system has no memory for its frames"
    case .other(let words): "its driver does not begin the stream: \(words)"
    }
  }

  /// What to do about it.
  var remedy: String {
    switch self {
    case .gone: "pull its plug and put it in again"
    case .cable: "try another cable, and a port without a hub"
    case .rejected: "pull its plug and put it in again; a camera on a flat cable needs camera.source = libcamera"
    case .memory: "set a smaller camera.width"
    case .other: "pull its plug and put it in again, or name another (gfctl config set camera.source v4l2:/dev/videoN)"
    }
  }
}
