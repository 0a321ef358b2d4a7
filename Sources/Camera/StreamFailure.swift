import Glibc

/// Cause and remedy when an opened camera gives no frames. A table maps the failed step and its errno.
struct StreamFailure {
  /// The part of a stream that failed.
  enum Step {
    /// The stream does not start: VIDIOC_REQBUFS, mmap, VIDIOC_STREAMON.
    case begin
    /// The stream started and stopped: poll, VIDIOC_DQBUF, VIDIOC_QBUF.
    case frames

    /// - Parameter step: of a `SystemFailure`; nil for a step before the stream.
    init?(_ step: String) {
      switch step {
      case "map", "start": self = .begin
      case "wait", "dequeue", "requeue": self = .frames
      default: return nil
      }
    }
  }

  /// The cause alone.
  let reason: String
  /// The remedy.
  let remedy: String

  private struct Row {
    let steps: [Step]
    let codes: [Int32]
    let reason: String
    let remedy: String
  }

  private static let plug = "pull its plug and put it in again"
  private static let comesBack = "wait until the box opens it again; if that does not help, "

  /// Causes by step and errno; the first match counts. The kernel's videobuf2 answers VIDIOC_DQBUF with EINVAL when the
  /// stream is off, with EIO after a device error, and with EPIPE after the last frame.
  /// The V4L2 core answers every call with ENODEV when the device is gone.
  private static let table = [
    Row(
      steps: [.begin], codes: [ENODEV, ENXIO, ESHUTDOWN, EIO], reason: "it was pulled out, or it does not answer any more", remedy: plug),
    Row(
      steps: [.frames], codes: [ENODEV, ENXIO, ESHUTDOWN], reason: "it was pulled out, or it does not answer any more",
      remedy: "put its plug in again"),
    Row(steps: [.frames], codes: [EINVAL], reason: "its driver has stopped the stream", remedy: comesBack + plug),
    Row(
      steps: [.frames], codes: [EIO], reason: "its driver reports an error of the device, as when a plug is pulled",
      remedy: comesBack + "\(plug), or try another port or cable"),
    Row(steps: [.frames], codes: [EPIPE, ENOLINK], reason: "its driver has ended the stream", remedy: comesBack + plug),
    Row(
      steps: [.begin, .frames], codes: [EPROTO, EILSEQ, ETIME, ETIMEDOUT, EOVERFLOW, ECOMM],
      reason: "its cable or a hub loses data", remedy: "try another cable, and a port without a hub"),
    Row(
      steps: [.begin], codes: [EPIPE, ENOLINK], reason: "it rejects the stream",
      remedy: "\(plug); a camera on a flat cable needs camera.source = libcamera"),
    Row(
      steps: [.begin, .frames], codes: [ENOMEM, ENOBUFS], reason: "the system has no memory for its frames",
      remedy: "set a smaller camera.width"),
  ]

  /// - Parameters:
  ///   - code: the errno.
  ///   - step: the part that failed.
  init(_ code: Int32, _ step: Step) {
    if let row = Self.table.first(where: { $0.steps.contains(step) && $0.codes.contains(code) }) {
      (reason, remedy) = (row.reason, row.remedy)
      return
    }
    let words = String(cString: strerror(code))
    switch step {
    case .begin: reason = "its driver does not start the stream: \(words)"
    case .frames: reason = "its driver does not continue the stream: \(words)"
    }
    remedy = "\(Self.plug), or name another (gfctl config set camera.source v4l2:/dev/videoN)"
  }
}
