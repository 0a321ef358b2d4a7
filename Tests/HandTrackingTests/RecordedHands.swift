import Camera
import Foundation
import GestureFlowAPI
import HandTracking
import Hands
import Supervisor
import TestSupport

/// The hands that the real models find in scripts and films. They are cached between runs of the tests.
///
/// Tests of gestures read them. The models run again after each change of a source that the hands depend on, and in
/// the long ring. Tests of the tracker itself do not use this cache.
enum RecordedHands {
  /// Modules that determine the hands, from the camera to the tracker.
  private static let modules = [
    "CLiteRT", "CRealtime", "CSampler", "CVideo", "Camera", "ChildPrograms", "GestureFlowAPI", "HandTracking", "Hands", "Notes", "Realtime",
    "SyntheticHands",
  ]

  /// A hash of the models and of every source of the hands.
  private static let version: UInt64 = {
    var sum = FNV1a()
    var files = ["Package.swift", "scripts/runtime.aarch64.sha256", "scripts/runtime.x86_64.sha256"].map {
      Places.project.appendingPathComponent($0)
    }
    for module in modules {
      let folder = Places.project.appendingPathComponent("Sources/\(module)")
      let names = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
      files += names.sorted { $0.path < $1.path }
    }
    for file in files {
      Array(file.path.utf8).withUnsafeBytes { sum.add($0) }
      if let data = try? Data(contentsOf: file) { data.withUnsafeBytes { sum.add($0) } }
    }
    return sum.value
  }()

  /// Returns the hands of each frame.
  /// - Parameters:
  ///   - name: of the script or film, with all that distinguishes this recording from another one of it.
  ///   - source: creates the frames when the models have to run.
  static func frames(_ name: String, _ size: ModelSize, maxHands: Int = 2, source: () throws -> any FrameSource) throws -> [HandFrame] {
    let folder = Places.project.appendingPathComponent(".build/hands/\(String(version, radix: 16))")
    let file = folder.appendingPathComponent("\(name.replacingOccurrences(of: "/", with: "-"))-\(size)-\(maxHands).json")
    if !Ring.isLong, let data = try? Data(contentsOf: file), let lines = try? JSONDecoder().decode([HandsLine].self, from: data) {
      return lines.map { $0.handFrame(aspect: 1) }
    }
    let source = try source()
    defer { source.close() }
    let tracker = try HandTracker(TrackerModels(.standard(), size: size, parallel: false), maxHands: maxHands)
    var frames: [HandFrame] = []
    while case .frame(let frame) = source.next(timeout: 1) { frames.append(try tracker.process(frame)) }
    let lines = frames.map { HandsLine($0, isExact: true) }
    // Keep the file only if reading it gives exactly the same hands.
    if lines.map({ $0.handFrame(aspect: 1) }) == frames {
      removeOthers(than: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try JSONEncoder().encode(lines).write(to: file, options: .atomic)
    }
    return frames
  }

  /// Removes the recordings of other sources.
  private static func removeOthers(than folder: URL) {
    let parent = folder.deletingLastPathComponent()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] where name != folder.lastPathComponent {
      try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
    }
  }
}
