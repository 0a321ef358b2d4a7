import GestureFlowAPI

/// The choice of the touch device.
public enum TouchChoice: Sendable, Equatable {
  /// No device.
  case off
  /// The first device that can be played, by file number.
  case auto
  /// The device with this path.
  case path(String)

  /// Creates a choice from a text.
  /// - Parameter text: `off`, `auto`, or an absolute path; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "off": self = .off
    case "auto": self = .auto
    default:
      guard text.hasPrefix("/") else { return nil }
      self = .path(text)
    }
  }
}

/// A type that finds the chosen device and opens it.
package struct TouchSearch: Sendable {
  private let choice: TouchChoice
  private let device: any TouchDevice
  private let nodes: any TouchNodes

  /// Creates a search.
  /// - Parameters:
  ///   - choice: the wanted device.
  ///   - device: opens it.
  ///   - nodes: the files.
  package init(_ choice: TouchChoice, device: any TouchDevice, nodes: any TouchNodes) {
    self.choice = choice
    self.device = device
    self.nodes = nodes
  }

  /// Opens the device.
  /// - Returns: nil when `auto` finds none, which is not a problem.
  /// - Throws: for a named device, the reason why it cannot be played. For `auto` without a result, the problem of
  ///   the first candidate that could not be opened. Unfit devices are not candidates.
  package func open() throws(TouchProblem) -> (path: String, description: TouchDescription)? {
    // This call also starts the watch of the folder, for any choice.
    let candidates = nodes.candidates()
    switch choice {
    case .off: return nil
    case .path(let path): return (path, try open(path))
    case .auto:
      var first: TouchProblem?
      for path in candidates {
        do throws(TouchProblem) { return (path, try open(path)) } catch {
          switch error {
          // Some keyboards report every axis. With `auto` the user has not chosen them.
          case .missing, .unfit: continue
          default: if first == nil { first = error }
          }
        }
      }
      if let first { throw first }
      return nil
    }
  }

  private func open(_ path: String) throws(TouchProblem) -> TouchDescription {
    let description: TouchDescription
    do throws(SystemFailure) { description = try device.open(path) } catch {
      device.close()
      throw TouchProblem(error, path: path)
    }
    guard let obstacle = description.obstacle else { return description }
    device.close()
    throw .unfit(path: path, reason: obstacle)
  }
}
