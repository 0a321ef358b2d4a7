import ArgumentParser
import Foundation
import GestureFlowAPI
import Licensing

struct LicenseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "license", abstract: "The licence file that unlocks tier pro.",
    subcommands: [Show.self] + TableCommands.below(["license"], own: [Install.self]) + [Keys.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows the licence that counts, and why others do not.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      let status = try connection.get(Status.self, "/v1/status", readOnly: true)
      guard let licence = status.licence else { throw ClientError.problem(.notFound("the box is of a version without licences")) }
      if json { return try StandardOutput.write(json: licence) }
      for line in LicenceTable.lines(licence, tier: status.tier) { print(line) }
    }
  }

  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install", abstract: Command.row(of: .licenseInstall).help)
    @OptionGroup var connection: Connection
    @Argument(help: "The licence's file, on this machine.", completion: .file()) var file: String

    func run() throws {
      let text: String
      do throws(LicenceRefusal) {
        // Check the file here: the message then names it, and the box gets no request.
        text = String(decoding: try LicenceFile(path: file).data, as: UTF8.self)
      } catch { throw ClientError.problem(.refused("\(FileError(path: file, reason: "\(error)")); nothing was installed")) }
      try connection.send(try Command(.licenseInstall, text: text))
    }
  }

  struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "keys", abstract: "Lists the public keys that are built into this program.")
    func run() throws {
      let keys: PublicKeys
      do throws(Failure) { keys = try PublicKeys.compiled() } catch { throw ClientError.problem(.failed("\(error)")) }
      if keys.isEmpty { print("none: this program needs no licence, and every box is pro") }
      for key in keys.all { print("\(key.id)  \(Terminal.plain(key.name))") }
    }
  }
}

/// The lines of `gfctl license show`.
package enum LicenceTable {
  /// - Parameters: the status of the licence, and the current tier of the box.
  package static func lines(_ licence: LicenceStatus, tier: Tier) -> [String] {
    let rows: [(String, String?)] = [
      ("licence", licence.text), ("tier now", tier.rawValue), ("number", licence.id), ("holder", licence.holder),
      ("serial", licence.serial),
      ("issued", licence.issued), ("expires", licence.expires), ("features", licence.features?.joined(separator: ", ")),
      ("file", licence.source), ("this box", licence.boxSerial ?? "tells no serial"),
    ]
    let others = licence.others.map { "also found \(Terminal.plain($0.source)): \(Terminal.plain($0.text))" }
    return rows.compactMap { title, text in text.map { title.padding(toLength: 11, withPad: " ", startingAt: 0) + Terminal.plain($0) } }
      + others
  }
}
