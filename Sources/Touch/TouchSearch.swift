/// Which touch device is played.
public enum TouchChoice: Sendable, Equatable {
  /// None.
  case off
  /// The first one that can be played, by the numbers of their files.
  case auto
  /// The one with this path.
  case path(String)

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

/// Finds the device that is to be played and opens it.
package struct TouchSearch: Sendable {
  private let choice: TouchChoice
  private let device: any TouchDevice
  private let nodes: any TouchNodes

  /// - Parameters:
  ///   - choice: which one. - device: opens it. - nodes: the files.
  package init(_ choice: TouchChoice, device: any TouchDevice, nodes: any TouchNodes) {
    self.choice = choice
    self.device = device
    self.nodes = nodes
  }

  /// Opens the device. - Returns: nil when `auto` finds none, which is no problem.
  /// - Throws: why the named one cannot be played; with `auto`, why the first of those that might be played cannot be opened, when none can; one that is unfit is none.
  package func open() throws(TouchProblem) -> (path: String, description: TouchDescription)? {
    // The folder is watched from now on, whatever is looked for.
    let candidates = nodes.candidates()
    switch choice {
    case .off: return nil
    case .path(let path): return (path, try open(path))
    case .auto:
      var first: TouchProblem?
      for path in candidates {
        do throws(TouchProblem) { return (path, try open(path)) } catch {
          switch error {
          // Some keyboards say of themselves that they have every axis there is: nobody has asked for one to be played.
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
    do throws(TouchFailure) { description = try device.open(path) } catch {
      device.close()
      throw TouchProblem(error, path: path)
    }
    guard let obstacle = description.obstacle else { return description }
    device.close()
    throw .unfit(path: path, reason: obstacle)
  }
}
