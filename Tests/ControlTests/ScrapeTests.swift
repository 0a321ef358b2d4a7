import Foundation
import TestSupport
import Testing

/// The path of the figures to Prometheus. They are fetched from the socket, passed on by a real exporter and
/// judged by real rules.
@Suite struct ScrapeTests {
  private static let folder = Places.project.appendingPathComponent("deploy/prometheus")
  private static let script = folder.appendingPathComponent("gestureflow-scrape.sh")
  private static let exporter = "/usr/bin/prometheus-node-exporter"

  private static func has(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

  private func scrape(_ socket: String, to folder: URL) throws -> String {
    let run = try ProgramRun.run(Self.script, [folder.path], environment: ["GESTUREFLOW_HEALTH_SOCKET": socket])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["gestureflow.prom"], "nothing half is left")
    return try String(contentsOf: folder.appendingPathComponent("gestureflow.prom"), encoding: .utf8)
  }

  @Test(
    .enabled(if: has(exporter), "Debian's package prometheus-node-exporter is not installed: nothing is exported"),
    .enabled(if: has("/usr/bin/curl"), "curl is not installed: nothing is fetched"))
  func `a real exporter hands over the box's figures`() throws {
    let box = try RunningBox()
    try Places.withFolder { folder in
      let port = try #require(FreePort.tcp)
      let exporter = Process()
      exporter.executableURL = URL(fileURLWithPath: Self.exporter)
      exporter.arguments = [
        "--collector.disable-defaults", "--collector.textfile", "--collector.textfile.directory=\(folder.path)",
        "--web.listen-address=127.0.0.1:\(port)",
      ]
      exporter.standardError = FileHandle.nullDevice
      try exporter.run()
      defer {
        exporter.terminate()
        exporter.waitUntilExit()
      }
      func exported() -> String {
        let run = try? ProgramRun.run(URL(fileURLWithPath: "/usr/bin/curl"), ["--silent", "--fail", "http://127.0.0.1:\(port)/metrics"])
        return run?.output ?? ""
      }
      // The script waits five seconds. A loaded machine may need all of them.
      #expect(waitUntil { (try? scrape(box.health, to: folder))?.contains("gestureflow_answers 1") == true })
      #expect(waitUntil { exported().contains("gestureflow_answers 1") })
      let text = exported()
      for name in ["gestureflow_state{state=\"healthy\"} 1", "gestureflow_audio_blocks_total", "gestureflow_stage_seconds{stage="] {
        #expect(text.contains(name), "\(name) in \(text.prefix(2000))")
      }
      #expect(text.contains("node_textfile_scrape_error 0"), "the exporter could read every line")
      #expect(text.contains("node_textfile_mtime_seconds{file=\"\(folder.path)/gestureflow.prom\"}"))
      // A box that is gone reports no old figures.
      box.process.terminate()
      box.process.waitUntilExit()
      let run = try ProgramRun.run(Self.script, [folder.path], environment: ["GESTUREFLOW_HEALTH_SOCKET": box.health])
      #expect(run.status == 0 && run.errors.contains("curl"), "its journal says why: \(run.errors)")
      let after = exported()
      #expect(after.contains("gestureflow_answers 0") && !after.contains("gestureflow_state"))
    }
  }

  @Test(.enabled(if: has("/usr/bin/promtool"), "Debian's package prometheus is not installed: the alerts are not tried"))
  func `the alerts are accepted and call when they should`() throws {
    for arguments in [["check", "rules", "gestureflow.rules.yml"], ["test", "rules", "gestureflow.test.yml"]] {
      let command = "cd \"$0\" && exec promtool \"$@\""
      let run = try ProgramRun.run(URL(fileURLWithPath: "/bin/sh"), ["-c", command, Self.folder.path] + arguments)
      #expect(run.status == 0, "\(run.output) \(run.errors)")
    }
  }
}
