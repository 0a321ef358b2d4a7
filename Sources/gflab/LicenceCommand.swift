import ArgumentParser
import Foundation
import GestureFlowAPI
import Licensing

/// Keys and licences, for the seller of boxes. See docs/design/licence.md.
struct LicenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "licence", abstract: "The maker's keys and licences.", subcommands: [KeyGen.self, Sign.self, Verify.self])

  struct KeyGen: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "keygen", abstract: "Makes a private key in a new file, and prints the public one as a line for public-keys.txt.")
    @Argument(help: "The new file; an existing one is never overwritten.") var file: String
    @Option(help: "The owner of the key.") var name = "maker"

    func run() throws {
      let key = LicenceKey()
      try key.write(to: file)
      print(key.publicLine(name: name))
    }
  }

  struct Sign: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sign", abstract: "Writes a licence to a new file.")
    @Option(help: "The private key's file.") var key: String
    @Option(help: "The licence's number.") var id: String
    @Option(help: "The holder of the licence.") var holder: String
    @Option(help: "The box's serial (gfctl license show); * for any box.") var serial: String
    @Option(help: "When it was issued, such as 2026-11-30T12:00:00Z; otherwise now.") var issued: String?
    @Option(name: .customLong("not-before"), help: "Start of its validity.") var notBefore: String?
    @Option(help: "End of its validity; without it, it never expires.") var expires: String?
    @Option(help: "A feature that it unlocks; can be repeated.") var feature = [Licence.pro]
    @Option(name: .shortAndLong, help: "The new file; otherwise NUMBER.licence.") var output: String?

    func run() throws {
      guard let issued = try issued.map({ try date($0, "--issued") }) ?? LicenceDate(seconds: Int64(time(nil))) else {
        throw ValidationError("this machine's clock is wrong: set it, or name --issued")
      }
      let licence = Licence(
        id: id, holder: holder, serial: serial, issued: issued, notBefore: try notBefore.map { try date($0, "--not-before") },
        expires: try expires.map { try date($0, "--expires") }, features: feature)
      if let fault = licence.fault { throw ValidationError(fault) }
      let maker = try LicenceKey(file: key)
      let path = output ?? "\(id).licence"
      try NewFile.write(try maker.sign(licence).data, to: path, mode: 0o644)
      print("\(path): signed with the key \(maker.id)")
    }

    private func date(_ text: String, _ option: String) throws -> LicenceDate {
      guard let date = LicenceDate(text) else {
        throw ValidationError("\(option) takes a moment such as 2026-11-30T12:00:00Z, not \(text)")
      }
      return date
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify", abstract: "Reports whether a licence would be valid. Exit code 1 if not.")
    @Argument(help: "The licence's file.") var file: String
    @Option(help: "File of public keys; otherwise those of this build.") var keys: String?
    @Option(help: "The serial of the box; otherwise that of the licence.") var serial: String?
    @Option(help: "When; otherwise now.") var at: String?

    func run() throws {
      let known = try keys.map { try PublicKeys(String(contentsOfFile: $0, encoding: .utf8)) } ?? PublicKeys.compiled()
      let now = at.flatMap { LicenceDate($0)?.seconds }
      if let at, now == nil { throw ValidationError("--at takes a moment such as 2026-11-30T12:00:00Z, not \(at)") }
      do throws(LicenceRefusal) {
        let licence = try LicenceFile(path: file).licence(known)
        if let refusal = licence.refusal(serial: serial ?? licence.serial, now: now ?? Int64(time(nil))) { throw refusal }
        print("\(file): it counts: '\(licence.id)' for \(cleaned(licence.holder, limit: 200)), serial \(licence.serial)")
      } catch {
        print("\(file): it does not count: \(error)")
        throw ExitCode(1)
      }
    }
  }
}
