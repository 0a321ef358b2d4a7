import ArgumentParser
import Foundation
import GestureFlowAPI

/// Requests of the user owner, who is not root. A unit of the firmware image carries them out.
package struct BoxRequests: Sendable {
  /// A request, by the word that the unit takes.
  package enum Request: String, Sendable, CaseIterable {
    case restartMachine = "restart-machine"
    case restart, reset, restore
    case resetAll = "reset-all"
    case restoreImports = "restore-imports"
    case networkOn = "network-on"
    case networkOff = "network-off"
  }

  private let socket: String
  private let isRoot: Bool

  /// - Parameters:
  ///   - socket: of the unit. The image alone has it, for the group owner; another one in tests.
  ///   - isRoot: whether this process can do without the unit.
  package init(socket: String = "/run/gf/requests.sock", isRoot: Bool = geteuid() == 0) { (self.socket, self.isRoot) = (socket, isRoot) }

  /// Whether the unit must act in place of this process.
  package var areNeeded: Bool { !isRoot && access(socket, F_OK) == 0 }

  /// Sends a request, and shows what the unit says at its end.
  /// - Parameter file: the backup that the unit restores.
  /// - Throws: `Failure` if the unit cannot be asked; `ExitCode` if it has failed and said why.
  package func carryOut(_ request: Request, _ file: BackupFile? = nil) throws {
    let (code, said) = try ask(request, file)
    guard code == 0 else {
      FileHandle.standardError.write(Data(said.utf8))
      throw ExitCode(code)
    }
    print(said, terminator: "")
  }

  /// Sends a request, and waits for its end.
  /// - Parameter file: the backup that the unit restores.
  /// - Returns: the exit code and the output of the program that carried it out.
  /// - Throws: `Failure` if the unit cannot be asked, or disconnects before the end.
  package func ask(_ request: Request, _ file: BackupFile? = nil) throws(Failure) -> (code: Int32, said: String) {
    let connection: Int32
    do throws(SystemFailure) { connection = try UnixSocket.connect(to: socket) } catch {
      throw Failure("the box cannot be asked to act as root (\(error))", remedy: "log in as owner or root")
    }
    defer { close(connection) }
    var isTaken = Self.send(Data("\(request.rawValue)\n".utf8), to: connection)
    // If the unit takes no more, its answer has the reason.
    while isTaken, let piece = try file?.read(256 << 10), !piece.isEmpty { isTaken = Self.send(piece, to: connection) }
    shutdown(connection, Int32(SHUT_WR))
    var said = Self.answer(of: connection)
    // The last line has the exit code.
    guard let end = said.range(of: "\ncode ", options: .backwards), said.hasSuffix("\n"),
      let code = Int32(said[end.upperBound...].dropLast())
    else {
      throw Failure("the box has not said how it ended", remedy: "try again in a minute, or restart it with gfctl update restart")
    }
    said.removeSubrange(end.lowerBound...)
    return (code, said.split(separator: "\n").map { "\(Terminal.plain(String($0)))\n" }.joined())
  }

  /// - Returns: false if the unit does not take all bytes.
  private static func send(_ data: Data, to connection: Int32) -> Bool {
    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var rest = bytes
      while !rest.isEmpty {
        let count = Foundation.send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      return true
    }
  }

  /// Returns what the unit says up to the line with the code.
  private static func answer(of connection: Int32) -> String {
    var said = Data()
    var piece = [UInt8](repeating: 0, count: 4096)
    // More than 1 MiB is not an answer.
    while said.count < 1 << 20 {
      let count = recv(connection, &piece, piece.count, 0)
      if count < 0, errno == EINTR { continue }
      // A unit that ends early is an error only behind its last bytes.
      guard count > 0 else { break }
      said += piece.prefix(count)
      // The machine may restart before the unit disconnects.
      if String(decoding: said.suffix(16), as: UTF8.self).wholeMatch(of: /(?s).*\ncode [0-9]{1,3}\n/) != nil { break }
    }
    return String(decoding: said, as: UTF8.self)
  }
}
