// swift-tools-version: 6.2
import PackageDescription

/// The plan of the house is in docs/architecture.md; arrows run one way, from the top of this list to the bottom.
let package = Package(
  name: "GestureFlow",
  products: [
    .executable(name: "gestureflowd", targets: ["gestureflowd"]),
    .executable(name: "gflab", targets: ["gflab"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "3.12.0"),
  ],
  targets: [
    // The bottom: words and values that every part shares.
    .target(name: "GestureFlowAPI"),
    .target(name: "Hands"),
    .target(name: "Realtime", dependencies: ["CRealtime"]),

    // The parts. None of them knows another, but for HandTracking, which reads Camera's frames.
    .target(name: "Performer", dependencies: ["Hands"]),
    .target(name: "Camera", dependencies: ["Hands", "Realtime", "Performer", "CVideo", "CTurboJPEG"]),
    .target(
      name: "HandTracking", dependencies: ["Camera", "Hands", "Realtime", "CLiteRT", .product(name: "Crypto", package: "swift-crypto")]),
    .target(name: "Gestures", dependencies: ["Hands"]),
    .target(
      name: "Sound",
      dependencies: ["Realtime", "CRealtime", "CRubberBand", "CSampleRate", "CSndFile", "CALSA"]),

    // Above the parts: wiring, health, and the programs.
    .target(
      name: "Supervisor",
      dependencies: [
        "GestureFlowAPI", "Camera", "HandTracking", "Gestures", "Sound", "Performer", "Hands", "Realtime", "CRealtime", "CPNG",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "gestureflowd",
      dependencies: [
        "Supervisor", "Realtime", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "gflab",
      dependencies: [
        "Supervisor", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "gfbench",
      dependencies: ["Supervisor", "GestureFlowAPI", "Camera", "HandTracking", "Gestures", "Hands", "Performer", "Realtime", "Sound"],
      path: "Benchmarks/gfbench"),

    // Thin C targets.
    .target(name: "CRealtime"),
    .target(name: "CLiteRT"),
    .target(name: "CVideo", linkerSettings: [.linkedLibrary("v4l2")]),
    .target(name: "CRubberBand", dependencies: ["CRealtime"], linkerSettings: [.linkedLibrary("rubberband")]),
    .target(name: "CSampleRate", linkerSettings: [.linkedLibrary("samplerate")]),
    .systemLibrary(name: "CTurboJPEG"),
    .systemLibrary(name: "CSndFile"),
    .systemLibrary(name: "CALSA"),
    .systemLibrary(name: "CPNG"),

    // Tests: one target a module; RealtimeTrap is a program of its own, because it replaces malloc.
    .target(name: "CTrap", path: "Tests/CTrap"),
    .executableTarget(
      name: "RealtimeTrap", dependencies: ["CTrap", "Sound", "Realtime", "CRealtime"], path: "Tests/RealtimeTrap"),
    .target(
      name: "TestSupport", dependencies: ["CSndFile"], path: "Tests/TestSupport"),
    .testTarget(name: "HandsTests", dependencies: ["Hands", "TestSupport"]),
    .testTarget(name: "RealtimeTests", dependencies: ["Realtime", "CRealtime", "TestSupport"]),
    .testTarget(name: "PerformerTests", dependencies: ["Performer", "Camera", "Hands", "TestSupport"]),
    .testTarget(name: "CameraTests", dependencies: ["Camera", "Performer", "Hands", "CTurboJPEG", "TestSupport"]),
    .testTarget(
      name: "HandTrackingTests", dependencies: ["HandTracking", "Camera", "Supervisor", "Performer", "Gestures", "Hands", "TestSupport"]),
    .testTarget(name: "GesturesTests", dependencies: ["Gestures", "Hands", "Performer", "TestSupport"]),
    .testTarget(name: "SoundTests", dependencies: ["Sound", "Realtime", "Performer", "CSndFile", "TestSupport"]),
    .testTarget(name: "SupervisorTests", dependencies: ["Supervisor", "GestureFlowAPI", "Performer", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu11
)
