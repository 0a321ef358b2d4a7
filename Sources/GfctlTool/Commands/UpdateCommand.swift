import ArgumentParser
import Foundation
import GestureFlowAPI

/// Updates of the firmware image. These commands ask RAUC, not the box.
struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Updates a box with the firmware image, or returns to the system before.",
    subcommands: [Install.self, Status.self, RollBack.self, Restart.self], defaultSubcommand: Install.self)

  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install", abstract: "Installs an update into the slot that does not run; 'gfctl update FILE' is the same.")
    @Flag(name: .customLong("from-stick"), help: "Take the file gestureflow-*.raucb or update-*.raucb at the top of a mounted stick.")
    var fromStick = false
    @Flag(help: "Install it even if it is older than the running system.") var force = false
    @Flag(help: "Print JSON, without progress.") var json = false
    @Argument(help: "The update's file.", completion: .file(extensions: ["raucb"])) var file: String?

    func validate() throws {
      guard (file != nil) != fromStick else { throw ValidationError("name one file, or --from-stick") }
    }

    func run() throws {
      let update = try SystemUpdate()
      let bar = ProgressBar("installing")
      defer { bar.end() }
      var version = ""
      try update.update(file, force: force) { bundle in
        version = Terminal.plain(bundle.version ?? "unknown")
        if !json { print("installing version \(version); the music goes on") }
      } progress: { percent in
        if json { return }
        if Terminal.isTerminal { return bar.show(Double(percent) / 100) }
        print("\(percent) %")
        fflush(nil)
      }
      bar.end()
      if json { return try UpdateCommand.show(update.status(), json: true) }
      print("version \(version) is installed. Switch to it: gfctl update restart")
      print("It is on trial then. If it fails, the box returns to this system by itself: gfctl update status says why.")
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Shows both slots, and which one the next start takes.")
    @Flag(help: "Print JSON.") var json = false
    func run() throws { try UpdateCommand.show(SystemUpdate().status(), json: json) }
  }

  struct RollBack: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rollback", abstract: "Makes the next start take the other slot.")
    @Flag(help: "Print JSON.") var json = false
    func run() throws {
      let status = try SystemUpdate().rollBack()
      if json { return try UpdateCommand.show(status, json: true) }
      print("slot \(status.other.name) starts next. Switch to it: gfctl update restart")
    }
  }

  struct Restart: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restart", abstract: "Restarts the box. The music stops until it is ready again.")
    func run() throws {
      let update = try SystemUpdate()
      // A box whose update service does not answer restarts, too.
      let next = try? update.status().next
      try update.restart()
      print("the box restarts\(next.map { " into slot \($0)" } ?? "")")
    }
  }

  private static func show(_ status: UpdateStatus, json: Bool) throws {
    guard json else {
      for line in status.lines { print(line) }
      return
    }
    try StandardOutput.write(json: status)
  }
}
