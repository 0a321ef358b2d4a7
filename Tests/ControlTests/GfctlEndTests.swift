import Foundation
import GestureFlowAPI
import Synchronization
import TestSupport
import Testing

/// Tests of the end of commands that run until a stop, whatever the box does.
@Suite(.serialized, OneBox()) struct GfctlEndTests {
  /// Starts `gfctl` beside the test.
  private func begin(_ box: RunningBox, _ arguments: [String], input: Any? = nil, output: Any) throws -> Process {
    let process = Process()
    process.executableURL = Places.program("gfctl")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["GESTUREFLOW_SOCKET": box.control, "TERM": "xterm"]) { $1 }
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(arguments: [["events"], ["events", "--json"], ["status", "--watch"]])
  func `a writer to a pipe without a reader ends`(words: [String]) throws {
    let box = try #require(RunningBox.shared)
    let pipe = Pipe()
    let process = try begin(box, words, output: pipe)
    try pipe.fileHandleForReading.close()
    let ended = waitUntil {
      for command in ["pause", "play"] { _ = box.ask("POST", "/v1/commands", body: "{\"command\":\"\(command)\"}") }
      return !process.isRunning
    }
    #expect(ended)
    if !ended { process.terminate() }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
  }

  /// A stopped box sends nothing. Its viewer must still restore the terminal.
  @Test(arguments: [("q", Int32(0), Int32(0)), ("", SIGINT, 0), ("", SIGTERM, 143), ("", SIGHUP, 129)])
  func `the terminal is given back while the box stands still`(key: String, number: Int32, status: Int32) throws {
    let box = try #require(RunningBox.shared)
    let terminal = try #require(PseudoTerminal())
    let process = try begin(box, ["watch"], input: terminal.program, output: terminal.program)
    #expect(waitUntil { terminal.text.contains("\u{1B}[?1049h") && terminal.text.contains("\u{1B}[H") && !terminal.isAsShellsNeedIt })
    defer { kill(box.process.processIdentifier, SIGCONT) }
    #expect(ProgramAtRest.stop(box.process.processIdentifier))
    // All pending output is shown, and no more comes.
    var program = ProgramAtRest(process.processIdentifier)
    #expect(
      waitUntil {
        _ = terminal.text
        return program.look()
      })
    if number == 0 { terminal.press(key) } else { kill(process.processIdentifier, number) }
    let ended = waitUntil { !process.isRunning }
    #expect(ended)
    if !ended { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == status)
    #expect(terminal.text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l") && terminal.isAsShellsNeedIt)
  }

  @Test func `keys of the live view play the box`() throws {
    let box = try #require(RunningBox.shared)
    let terminal = try #require(PseudoTerminal())
    let process = try begin(box, ["watch"], input: terminal.program, output: terminal.program)
    defer {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
      _ = box.ask("POST", "/v1/commands", body: "{\"command\":\"mode\",\"text\":\"player\"}")
    }
    #expect(waitUntil { terminal.text.contains("space play/pause") && !terminal.isAsShellsNeedIt })
    func status() -> Status? {
      // A full terminal would block the view.
      _ = terminal.text
      return try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body)
    }
    #expect(status()?.control.paused == false && status()?.mode == .player)
    for isPaused in [true, false] {
      terminal.press("x ")
      #expect(waitUntil { status()?.control.paused == isPaused })
    }
    terminal.press("m")
    #expect(waitUntil { status()?.mode == .stems })
    terminal.press("q")
    let ended = waitUntil {
      _ = terminal.text
      return !process.isRunning
    }
    #expect(ended && terminal.isAsShellsNeedIt)
  }

  @Test func `the setup is skipped through and leaves the box as it was`() throws {
    let box = try #require(RunningBox.shared)
    let none = try box.ctl("setup")
    #expect(none.status == 1 && none.output.isEmpty && none.errors.contains("there is no terminal: run it in one"), "\(none.errors)")
    let terminal = try #require(PseudoTerminal())
    func status() -> Status? { try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body) }
    let before = try #require(status())
    let process = try begin(box, ["setup"], input: terminal.program, output: terminal.program)
    // Enter is yes to a question, and skips what can be tried.
    let ended = waitUntil {
      terminal.press("\n")
      _ = terminal.text
      return !process.isRunning
    }
    #expect(ended)
    if !ended { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let text = terminal.text
    for step in ["1/6 The box", "Do you hear it?", "4/6 Your place", "6/6 Try", "Summary", "you hear it"] {
      #expect(text.contains(step), "\(step) in \(text)")
    }
    #expect(process.terminationReason == .exit && status()?.mode == before.mode)
  }

  @Test func `a recording that is ended before it began leaves no file`() throws {
    let box = try #require(RunningBox.shared)
    let file = box.folder.path + "/session.jsonl"
    defer { kill(box.process.processIdentifier, SIGCONT) }
    #expect(ProgramAtRest.stop(box.process.processIdentifier))
    let process = try begin(box, ["record", file], output: FileHandle.nullDevice)
    #expect(waitUntil { FileManager.default.fileExists(atPath: file) })
    var program = ProgramAtRest(process.processIdentifier)
    #expect(waitUntil { program.look() }, "it waits for the box")
    kill(process.processIdentifier, SIGINT)
    let ended = waitUntil { !process.isRunning }
    #expect(ended)
    if !ended { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a failed write is reported`() throws {
    let box = try #require(RunningBox.shared)
    // Without commands there are no events.
    let isOver = Mutex(false)
    let orders = DispatchGroup()
    orders.enter()
    Thread.detachNewThread {
      while !isOver.withLock({ $0 }) {
        for command in ["pause", "play"] { _ = box.ask("POST", "/v1/commands", body: "{\"command\":\"\(command)\"}") }
        usleep(50_000)
      }
      orders.leave()
    }
    defer {
      isOver.withLock { $0 = true }
      orders.wait()
    }
    for words in ["frame -o -", "events", "watch --once"] {
      let run = try ProgramRun.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", "exec \(Places.program("gfctl").path) \(words) > /dev/full"],
        environment: ["GESTUREFLOW_SOCKET": box.control])
      #expect(run.status == 1 && run.errors.contains("the standard output cannot be written"), "\(words): \(run.status) \(run.errors)")
    }
    // No reader gets the message, but the exit code reports the error.
    let mute = try ProgramRun.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "exec \(Places.program("gfctl").path) status --socket /none 2> /dev/full"])
    #expect(mute.status == 3)
    for words in [["--rows=-1"], ["--rows", "1001"], ["--columns", "0"]] { #expect(try box.ctl(["watch", "--once"] + words).status == 64) }
  }

  /// A list that needs several answers is still one JSON list.
  @Test func `a long list is one of JSON`() throws {
    try Places.withFolder { (folder: URL) throws in
      let first = folder.path + "/0000.wav"
      Signals.write(Signals.sine(440, seconds: 0.1), to: first)
      for i in 1...1000 { try FileManager.default.linkItem(atPath: first, toPath: folder.path + String(format: "/%04d.wav", i)) }
      let config = folder.appendingPathComponent("c.toml")
      try "[library]\nfolders = [\"\(folder.path)\"]\nmount-root = \"/nowhere\"\n".write(to: config, atomically: true, encoding: .utf8)
      let box = try RunningBox(["--config", config.path])
      #expect(
        waitUntil { (try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body))?.library?.tracks == 1001 })
      let all = try box.ctl("library", "list", "--json")
      #expect(try JSONDecoder().decode([LibraryTrack].self, from: Data(all.output.utf8)).count == 1001)
      let none = try box.ctl("library", "search", "nowhere", "--json")
      #expect(try JSONDecoder().decode([LibraryTrack].self, from: Data(none.output.utf8)).isEmpty)
    }
  }
}
