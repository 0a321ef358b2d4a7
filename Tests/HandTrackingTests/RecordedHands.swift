import Camera
import Foundation
import GestureFlowAPI
import HandTracking
import Hands
import Perception
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
  ///   - seconds: length of the recording; nil for all frames.
  ///   - maxHands: number of hands that are followed.
  ///   - source: creates the frames when the model has to run.
  static func frames(
    _ name: String, _ size: ModelSize, until seconds: Double? = nil, maxHands: Int = 2, source: () throws -> any FrameSource
  ) throws -> [HandFrame] {
    try frames(name, [size], until: seconds, maxHands: maxHands, source: source)[size] ?? []
  }

  /// Returns the hands of each frame with several models, which read the same frames.
  static func frames(
    _ name: String, _ sizes: [ModelSize], until seconds: Double? = nil, maxHands: Int = 2, source: () throws -> any FrameSource
  ) throws -> [ModelSize: [HandFrame]] {
    let folder = Places.project.appendingPathComponent(".build/hands/\(String(version, radix: 16))")
    let title =
      name.replacingOccurrences(of: "/", with: "-") + (seconds.map { ", \($0) s" } ?? "") + (maxHands == 2 ? "" : ", \(maxHands) hand")
    func file(_ size: ModelSize) -> URL { folder.appendingPathComponent("\(title)-\(size).json") }
    var found: [ModelSize: [HandFrame]] = [:]
    for size in sizes where !Ring.isLong {
      guard let data = try? Data(contentsOf: file(size)), let lines = try? JSONDecoder().decode([HandsLine].self, from: data) else {
        continue
      }
      found[size] = lines.map { $0.handFrame(aspect: 1) }
    }
    let missing = sizes.filter { found[$0] == nil }
    guard !missing.isEmpty else { return found }
    let source = try source()
    defer { source.close() }
    for (size, frames) in try SharedModels.follow(source, missing, until: seconds, maxHands: maxHands) {
      found[size] = frames
      let lines = frames.map { HandsLine($0, isExact: true) }
      // Keep the file only if reading it gives exactly the same hands.
      guard lines.map({ $0.handFrame(aspect: 1) }) == frames else { continue }
      removeOthers(than: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try JSONEncoder().encode(lines).write(to: file(size), options: .atomic)
    }
    return found
  }

  /// Removes the recordings of other sources.
  private static func removeOthers(than folder: URL) {
    let parent = folder.deletingLastPathComponent()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] where name != folder.lastPathComponent {
      try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
    }
  }
}
