import Control
import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Tests of the Prometheus text format, and of figures in base units.
@Suite struct MetricsTests {
  private var status: Status {
    func times(_ count: Int) -> Quantiles { Quantiles(count: count, p50: 5, p95: 8, p99: 12, max: 20) }
    let tracker = TrackerStatus(
      model: "int8", hands: [HandStatus(id: 7, handedness: "left", fingers: 2, confidence: 1)], decodeMs: times(1), palmMs: times(2),
      landmarkMs: times(3), gestureMs: times(4), wholeMs: times(5), captureToParameterMs: times(6), palmRuns: 7, acquisitions: 1,
      losses: 0, duplicatesDropped: 0, flipsResisted: 0)
    let audio = AudioStatus(
      sink: "null", name: "null", rate: 48_000, period: 128, periods: 3, blocks: 1000, loadP50Percent: 10, loadP99Percent: 20,
      loadP999Percent: 30, loadMaxPercent: 40, slowBlocks: 0, xruns: 6, xrunsLateWake: 1, xrunsLongRender: 2, xrunsDevice: 3,
      lastXrunSecondsAgo: nil, starvedFrames: 0, peakDB: -20)
    return Status(
      version: "0.1.0", uptimeSeconds: 61.5, state: .degraded, problems: [], mode: .player,
      camera: CameraStatus(name: "performer", connected: true, framesPerSecond: 30, frames: 100, droppedFrames: 2), tracker: tracker,
      control: ControlStatus(
        speed: 1.25, pitchCents: -200, volume: 0.8, held: [], handsPresent: true, autoPaused: false, paused: true),
      track: nil, audio: audio, threads: [], memoryMB: 2, peakMemoryMB: 3, cpuSeconds: 3.5, notices: [])
  }

  /// A status with a value for every figure.
  private var full: Status {
    var full = status
    full.parts = [PartStatus(name: "camera", state: .running), PartStatus(name: "sound", state: .failed, restarts: 2)]
    full.tracker.sideConflicts = 3
    (full.tracker.hands[0].size, full.tracker.hands[0].distanceMetres) = (0.25, 0.8)
    (full.camera.light, full.camera.contrast, full.camera.sharpness) = (0.5, 0.25, 0.75)
    full.framing = FramingStatus(verdict: "tooFar", advice: "come nearer")
    full.machine = MachineStatus(temperatureC: 50, throttled: false, underVoltage: true)
    full.library = LibraryStatus(sticks: [], tracks: 10, problems: 1)
    full.link = LinkStatus(tempoBPM: 121.5, peers: 2, beat: 3.25, clockSeconds: 1000, apartMs: -1.5)
    full.audio.droppedBlocks = 5
    return full
  }

  private func lines(_ status: Status) -> [String] { Metrics.text(status).split(separator: "\n").map(String.init) }

  @Test func `every figure stands under its head and once`() {
    let full = full
    var name = ""
    var heads: [String] = []
    var series: Set<String> = []
    for line in lines(full) {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("# HELP ") {
        name = words[2]
        heads.append(name)
        #expect(words.count > 3 && line.hasSuffix("."), "\(line)")
      } else if line.hasPrefix("# TYPE ") {
        #expect(words[2] == name && ["gauge", "counter", "summary"].contains(words[3]), "\(line)")
        if words[3] == "counter" { #expect(name.hasSuffix("_total"), "\(line)") }
      } else {
        let of = line.prefix { $0 != "{" && $0 != " " }
        #expect(of == name || of == name + "_count", "\(line) stands under \(name)")
        #expect(Double(words[words.count - 1]) != nil, "\(line)")
        #expect(series.insert(words.dropLast().joined(separator: " ")).inserted, "\(line) stands there twice")
      }
    }
    #expect(Set(heads).count == heads.count && heads.allSatisfy { $0.hasPrefix("gestureflow_") })
    #expect(Metrics.text(full).hasSuffix("\n"))
  }

  @Test func `figures are in base units`() {
    let lines = lines(full)
    for line in [
      "gestureflow_up_seconds 61.5", "gestureflow_state{state=\"degraded\"} 1.0", "gestureflow_state{state=\"healthy\"} 0.0",
      "gestureflow_camera_light_ratio 0.5", "gestureflow_camera_contrast_ratio 0.25", "gestureflow_camera_sharpness_ratio 0.75",
      "gestureflow_framing_good 0.0", "gestureflow_hand_size_ratio{hand=\"1\"} 0.25", "gestureflow_hand_distance_metres{hand=\"1\"} 0.8",
      "gestureflow_camera_dropped_frames_total 2.0", "gestureflow_hands 1.0", "gestureflow_palm_searches_total 7.0",
      "gestureflow_side_conflicts_total 3.0", "gestureflow_stage_seconds{stage=\"whole\",quantile=\"0.5\"} 0.005",
      "gestureflow_stage_seconds{stage=\"palm\",quantile=\"0.99\"} 0.012", "gestureflow_stage_seconds_count{stage=\"gesture\"} 4.0",
      "gestureflow_audio_load_ratio{quantile=\"0.99\"} 0.2", "gestureflow_audio_load_max_ratio 0.4",
      "gestureflow_xruns_total{cause=\"device\"} 3.0", "gestureflow_pitch_cents -200.0", "gestureflow_paused 1.0",
      "gestureflow_dropped_blocks_total 5.0", "gestureflow_link_tempo_bpm 121.5", "gestureflow_link_peers 2.0",
      "gestureflow_link_apart_seconds -0.0015", "gestureflow_auto_paused 0.0", "gestureflow_resident_memory_bytes 2097152.0",
      "gestureflow_cpu_seconds_total 3.5",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  /// Missing figures are omitted, not reported as 0.
  @Test func `a missing value is not reported`() {
    let text = Metrics.text(status)
    for name in ["library", "temperature", "throttled", "under_voltage", "button", "side_conflicts", "link"] {
      #expect(!text.contains("gestureflow_\(name)"), "\(name)")
    }
  }

  /// The box reports every figure that dashboard and alerts query. A renamed figure must be renamed there, too.
  @Test func `dashboard and alerts ask for figures that there are`() throws {
    let told = Set(lines(full).filter { $0.hasPrefix("# TYPE ") }.map { String($0.split(separator: " ")[2]) })
    // Figures of the script that fetches them, and the exporter's figure about its file.
    let besides: Set = ["gestureflow_answers", "node_textfile_mtime_seconds"]
    let deploy = Places.project.appendingPathComponent("deploy")
    let board = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: deploy.appendingPathComponent("grafana/gestureflow.json"))) as? [String: Any])
    let panels = try #require(board["panels"] as? [[String: Any]])
    var queries: [String] = []
    for panel in panels {
      let targets = try #require(panel["targets"] as? [[String: Any]])
      queries += targets.compactMap { $0["expr"] as? String }
    }
    #expect(queries.count >= panels.count && panels.count > 15)
    queries.append(try String(contentsOf: deploy.appendingPathComponent("prometheus/gestureflow.rules.yml"), encoding: .utf8))
    var asked: Set<String> = []
    for query in queries {
      let words = query.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      let names = words.filter { $0.hasPrefix("gestureflow_") || $0.hasPrefix("node_") }
      #expect(!names.isEmpty, "\(query)")
      asked.formUnion(names)
    }
    #expect(asked.isSubset(of: told.union(besides)), "\(asked.subtracting(told.union(besides)))")
    #expect(asked.count > 20)
  }

  @Test func `names cannot write lines of their own`() {
    var odd = status
    odd.parts = [PartStatus(name: "a\"b\\c\nd 1", state: .running)]
    #expect(lines(odd).contains("gestureflow_part_running{part=\"a\\\"b\\\\c\\nd 1\"} 1.0"))
  }
}
