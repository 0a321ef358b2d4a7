import Foundation
import GestureFlowAPI

/// Reason why no touch device can be played, with its remedy.
public enum TouchProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file does not exist, or has no device behind it.
  case missing(path: String)
  /// Another program has grabbed the device.
  case busy(path: String)
  /// Permission to read the file is missing.
  case noPermission(path: String)
  /// The device cannot be played.
  case unfit(path: String, reason: String)
  /// The device was present and is gone.
  case unplugged(path: String, name: String)
  /// The system reported another error.
  case system(path: String, step: String, code: Int32)

  /// The reason of the problem.
  public var reason: String {
    switch self {
    case .missing(let path): "no touch device at \(path)"
    case .busy(let path): "touch device \(path) is in use by another program, which uses it exclusively"
    case .noPermission(let path): "no permission to read touch device \(path)"
    case .unfit(let path, let reason): "touch device \(path) cannot be played: \(reason)"
    case .unplugged(let path, let name): "touch device \(name) (\(path)) was unplugged"
    case .system(let path, let step, let code): "touch device \(path): \(step) failed (\(String(cString: strerror(code))))"
    }
  }

  /// The remedy of the problem.
  public var remedy: String {
    switch self {
    case .missing: "plug it in, or set touch.device to auto"
    case .busy(let path): "close that program (sudo fuser -v \(path) names it)"
    case .noPermission:
      "add the user to the group input (sudo usermod -aG input USER) and log in again; GestureFlow's package brings the udev rule 70-gestureflow.rules, which gives touch devices to that group"
    case .unfit: "name another in touch.device, or set it to auto"
    case .unplugged: "plug it in again"
    case .system: "pull its plug and put it in again"
    }
  }

  /// Reason and remedy.
  public var description: String { failure.description }

  /// The same for people, without its case.
  public var failure: Failure { Failure(reason, remedy: remedy) }

  /// Creates the problem of a failed call.
  /// - Parameter name: of the device if it was opened; it was played then.
  package init(_ failure: SystemFailure, path: String, name: String? = nil) {
    switch failure.code {
    case ENOENT, ENODEV, ENXIO, ENOTDIR: self = name.map { .unplugged(path: path, name: $0) } ?? .missing(path: path)
    case EBUSY: self = .busy(path: path)
    case EACCES, EPERM: self = .noPermission(path: path)
    case ENOTTY, EINVAL, EISDIR:
      self = .unfit(path: path, reason: failure.step == "slots" ? "it does not report its slots" : "it is not an input device")
    default: self = .system(path: path, step: failure.step, code: failure.code)
    }
  }
}
