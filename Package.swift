// swift-tools-version: 6.2
import PackageDescription

/// A maker's keys instead of the repository's, where scripts/licence-keys.sh has put them.
let ownKeys = Context.environment["GESTUREFLOW_LICENCE_KEYS"] != nil

/// Modules without a real-time path are compiled for size: the package is smaller, and the build shorter.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"])]

/// The plan of the house is in docs/architecture.md; arrows run one way, from the top of this list to the bottom.
let package = Package(
  name: "GestureFlow",
  products: [
    .executable(name: "gestureflowd", targets: ["gestureflowd"]),
    .executable(name: "gfctl", targets: ["gfctl"]),
    .executable(name: "gflab", targets: ["gflab"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // The bottom: words and values that every part shares.
    .target(name: "GestureFlowAPI"),
    .target(name: "Hands"),
    .target(name: "Notes"),
    .target(name: "Signatures", dependencies: ["CSodium"], swiftSettings: small),
    .target(name: "Realtime", dependencies: ["GestureFlowAPI", "CRealtime"]),
    .target(name: "Stretch", dependencies: ["CLanes"]),
    .target(name: "ChildPrograms", dependencies: ["GestureFlowAPI", "CRealtime"], swiftSettings: small),
    .target(name: "Decoders", dependencies: ["GestureFlowAPI", "Realtime", "CSndFile", "CMPG123"]),

    // The parts. None of them knows another, but for HandTracking, which reads Camera's frames.
    .target(name: "SyntheticHands", dependencies: ["Hands", "Notes"]),
    .target(
      name: "Camera", dependencies: ["GestureFlowAPI", "Hands", "Realtime", "ChildPrograms", "SyntheticHands", "CVideo", "CTurboJPEG"]),
    .target(
      name: "HandTracking",
      dependencies: [
        "GestureFlowAPI", "Camera", "Hands", "Realtime", "Signatures", "CLiteRT", "CSampler",
      ]),
    .target(name: "Gestures", dependencies: ["GestureFlowAPI", "Hands", "Notes"]),
    .target(
      name: "Sound",
      dependencies: ["GestureFlowAPI", "Decoders", "Notes", "Realtime", "Stretch", "CLanes", "CRealtime", "CSndFile", "CALSA"]),
    .target(name: "MIDI", dependencies: ["GestureFlowAPI", "Notes", "Realtime", "CALSA"]),
    .target(name: "Bluetooth", dependencies: ["GestureFlowAPI", "CSystemd"], swiftSettings: small),
    .target(name: "Link", dependencies: ["GestureFlowAPI", "CLink"], swiftSettings: small),
    .target(name: "OSC", dependencies: ["GestureFlowAPI", "Realtime", "CLo"], swiftSettings: small),
    .target(name: "ExternalSources", dependencies: ["GestureFlowAPI", "Realtime", "CSystemd"], swiftSettings: small),
    .target(name: "Panel", dependencies: ["GestureFlowAPI", "Realtime", "CGPIO"], swiftSettings: small),
    .target(name: "Touch", dependencies: ["GestureFlowAPI", "Notes", "Realtime", "CTouch"]),
    .target(
      name: "Licensing", dependencies: ["GestureFlowAPI", "Notes", "Realtime", "Signatures"],
      exclude: [ownKeys ? "public-keys.txt" : "MakerKeys"],
      resources: [.embedInCode(ownKeys ? "MakerKeys/public-keys.txt" : "public-keys.txt")], swiftSettings: small),
    .target(
      name: "Library",
      dependencies: [
        "GestureFlowAPI", "ChildPrograms", "Decoders", "Realtime", "CRealtime", "CEBUR128", .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: small),

    // Above the parts: settings, hands of frames, modes, wiring, health, and the programs.
    .target(
      name: "Settings",
      dependencies: [
        "GestureFlowAPI", "ExternalSources", "Gestures", "HandTracking", "Licensing", "MIDI", "Notes", "OSC", "Panel", "Realtime",
        "Signatures", "SyntheticHands",
      ], swiftSettings: small),
    .target(
      name: "Perception",
      dependencies: [
        "GestureFlowAPI", "Camera", "Gestures", "HandTracking", "Hands", "Notes", "Realtime", "Settings", "SyntheticHands",
      ], swiftSettings: small),
    .target(
      name: "Modes",
      dependencies: [
        "GestureFlowAPI", "Camera", "ExternalSources", "Gestures", "HandTracking", "Hands", "Library", "Licensing", "Link", "MIDI",
        "Notes", "Panel", "Perception", "Realtime", "Settings", "Sound",
      ], swiftSettings: small),
    .target(
      name: "Supervisor",
      dependencies: [
        "GestureFlowAPI", "Camera", "HandTracking", "Gestures", "Notes", "Sound", "MIDI", "Link", "OSC", "Touch", "Panel",
        "Library", "Licensing", "Modes", "Perception", "Settings", "Hands", "Realtime", "ChildPrograms",
        "Signatures", "CRealtime", "CSystemd",
      ], swiftSettings: small),
    .target(name: "Drawing", dependencies: ["GestureFlowAPI", "Camera", "Hands", "CPNG", "CTurboJPEG"]),
    .target(
      name: "Lab",
      dependencies: [
        "GestureFlowAPI", "Supervisor", "Modes", "Perception", "Settings", "Drawing", "Camera", "ChildPrograms", "Gestures", "Hands",
        "Library", "Notes", "Panel", "SyntheticHands", "Sound",
      ], swiftSettings: small),
    .target(
      name: "Control",
      dependencies: [
        "GestureFlowAPI", "Library", "Supervisor", "Settings", "Drawing", "Realtime", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      resources: [
        "page.html", "page.css", "page.js", "bar.html", "bar.css", "bar.js", "sheet.js", "music.html", "music.css", "music.js",
        "library.js", "files.js", "settings.html", "settings.css", "settings.js", "events.js", "frame.js", "stems.html", "stems.css",
        "stems.js", "instrument.html", "instrument.css", "instrument.js", "stream.html", "stream.css", "stream.js", "pair.html",
      ].map {
        .embedInCode("Page/\($0)")
      }, swiftSettings: small),
    .executableTarget(
      name: "gestureflowd",
      dependencies: [
        "GestureFlowAPI", "Supervisor", "Settings", "Control", "Panel", "Realtime", "GfctlTool",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: small),
    .target(
      name: "GfctlTool",
      dependencies: [
        "GestureFlowAPI", "Bluetooth", "ChildPrograms", "Hands", "Licensing", "CRealtime",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
      ], swiftSettings: small),
    .executableTarget(name: "gfctl", dependencies: ["GfctlTool"], swiftSettings: small),
    .executableTarget(
      name: "gflab",
      dependencies: [
        "GestureFlowAPI", "Supervisor", "Perception", "Settings", "Lab", "Drawing", "Camera", "HandTracking", "Gestures", "Hands",
        "Licensing", "Link", "Notes", "SyntheticHands", "Realtime",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: small),
    .executableTarget(
      name: "gfbench",
      dependencies: [
        "Supervisor", "Perception", "Settings", "Lab", "GestureFlowAPI", "Camera", "HandTracking", "Gestures", "Hands", "Notes",
        "SyntheticHands", "Realtime", "Sound",
        "MIDI", "Library", "CRubberBand",
      ],
      path: "Benchmarks/gfbench"),
    .executableTarget(
      name: "gfcost",
      dependencies: [
        "GestureFlowAPI", "Camera", "HandTracking", "Gestures", "Hands", "Notes", "SyntheticHands", "Realtime", "Sound", "CTurboJPEG",
      ],
      path: "Benchmarks/gfcost"),
    .executableTarget(name: "gfstretch", dependencies: ["Stretch"], path: "Benchmarks/gfstretch"),

    // Thin C targets.
    .target(name: "CRealtime"),
    .target(name: "CSampler"),
    .target(name: "CLanes"),
    .target(name: "CLiteRT"),
    .target(name: "CVideo", linkerSettings: [.linkedLibrary("v4l2")]),
    .target(name: "CRubberBand"),
    .systemLibrary(name: "CTurboJPEG"),
    .systemLibrary(name: "CSndFile"),
    .systemLibrary(name: "CMPG123"),
    .systemLibrary(name: "CEBUR128"),
    .systemLibrary(name: "CSodium"),
    .systemLibrary(name: "CALSA"),
    .systemLibrary(name: "CLo"),
    .systemLibrary(name: "CPNG"),
    .target(name: "CTouch"),
    .target(name: "CLink", cxxSettings: [.define("NDEBUG")]),
    .target(name: "CGPIO", linkerSettings: [.linkedLibrary("gpiod")]),
    .target(name: "CSystemd", linkerSettings: [.linkedLibrary("systemd")]),

    // Tests: one target a module. TrapCheck and ChildTrap are programs of their own: the one replaces malloc, the other
    // counts its process's descriptors.
    .target(name: "CBlueZDouble", path: "Tests/CBlueZDouble", linkerSettings: [.linkedLibrary("systemd")]),
    .target(name: "CMPRISDouble", path: "Tests/CMPRISDouble", linkerSettings: [.linkedLibrary("systemd")]),
    .target(name: "CTrap", path: "Tests/CTrap"),
    .executableTarget(
      name: "TrapCheck", dependencies: ["CTrap", "GestureFlowAPI", "Sound", "Notes", "Realtime", "Stretch", "CRealtime"],
      path: "Tests/TrapCheck"),
    .executableTarget(name: "ChildTrap", dependencies: ["ChildPrograms", "Library", "Camera"], path: "Tests/ChildTrap"),
    .target(
      name: "TestSupport", dependencies: ["CSndFile"], path: "Tests/TestSupport"),
    .target(name: "Litmus", dependencies: ["Realtime", "Sound"], path: "Tests/Litmus"),
    .executableTarget(name: "LitmusStress", dependencies: ["Litmus"], path: "Tests/LitmusStress"),
    .target(name: "SoundDoubles", dependencies: ["Sound"], path: "Tests/SoundDoubles"),
    .target(name: "MIDIDoubles", dependencies: ["GestureFlowAPI", "MIDI", "Notes", "Realtime"], path: "Tests/MIDIDoubles"),
    .target(name: "LicensingDoubles", dependencies: ["GestureFlowAPI", "Licensing", "TestSupport"], path: "Tests/LicensingDoubles"),
    .target(name: "SettingsDoubles", dependencies: ["Settings", "Signatures", "TestSupport"], path: "Tests/SettingsDoubles"),
    .target(
      name: "ModesDoubles",
      dependencies: [
        "GestureFlowAPI", "Camera", "ExternalSources", "HandTracking", "Hands", "Library", "Link", "Modes", "Notes", "Perception",
        "Realtime", "Settings", "Sound", "SyntheticHands",
      ],
      path: "Tests/ModesDoubles"),
    .testTarget(name: "GestureFlowAPITests", dependencies: ["GestureFlowAPI", "TestSupport"]),
    .testTarget(name: "DecodersTests", dependencies: ["GestureFlowAPI", "Decoders", "CSndFile", "TestSupport"]),
    .testTarget(name: "SignaturesTests", dependencies: ["Signatures"]),
    .testTarget(name: "HandsTests", dependencies: ["Hands"]),
    .testTarget(name: "RealtimeTests", dependencies: ["GestureFlowAPI", "Realtime", "CRealtime", "Litmus", "TestSupport"]),
    .testTarget(name: "ChildProgramsTests", dependencies: ["GestureFlowAPI", "ChildPrograms", "Realtime", "TestSupport"]),
    .testTarget(name: "StretchTests", dependencies: ["Stretch", "TestSupport"]),
    .testTarget(name: "SyntheticHandsTests", dependencies: ["SyntheticHands", "Hands", "TestSupport"]),
    .testTarget(
      name: "CameraTests",
      dependencies: ["GestureFlowAPI", "Camera", "ChildPrograms", "SyntheticHands", "Realtime", "CTurboJPEG", "TestSupport"]),
    .testTarget(
      name: "HandTrackingTests",
      dependencies: [
        "GestureFlowAPI", "HandTracking", "Camera", "Perception", "Lab", "SyntheticHands", "Gestures", "Hands", "Realtime", "CTurboJPEG",
        "CSampler", "TestSupport",
      ]),
    .testTarget(name: "NotesTests", dependencies: ["Notes", "TestSupport"]),
    .testTarget(
      name: "GesturesTests", dependencies: ["GestureFlowAPI", "Gestures", "Hands", "Notes", "SyntheticHands", "TestSupport"]),
    .testTarget(
      name: "SoundTests",
      dependencies: [
        "GestureFlowAPI", "Sound", "SoundDoubles", "Notes", "Realtime", "Stretch", "SyntheticHands", "ChildPrograms", "CALSA", "CEBUR128",
        "CSndFile",
        "TestSupport",
      ]),
    .testTarget(name: "MIDITests", dependencies: ["GestureFlowAPI", "MIDI", "MIDIDoubles", "Notes", "TestSupport"]),
    .testTarget(name: "BluetoothTests", dependencies: ["Bluetooth", "CBlueZDouble", "ChildPrograms", "GestureFlowAPI", "TestSupport"]),
    .testTarget(
      name: "LinkTests", dependencies: ["Link", "GestureFlowAPI", "TestSupport"],
      exclude: ["cable.sh", "two-boxes.sh", "two-networks.sh"]),
    .testTarget(name: "OSCTests", dependencies: ["OSC", "GestureFlowAPI", "Realtime", "ChildPrograms", "TestSupport"]),
    .testTarget(
      name: "ExternalSourcesTests",
      dependencies: ["ExternalSources", "CMPRISDouble", "GestureFlowAPI", "Realtime", "ChildPrograms", "TestSupport"]),
    .testTarget(name: "TouchTests", dependencies: ["GestureFlowAPI", "Touch", "Notes", "Realtime", "TestSupport"]),
    .testTarget(name: "PanelTests", dependencies: ["GestureFlowAPI", "Panel", "TestSupport"]),
    .testTarget(
      name: "LibraryTests", dependencies: ["Library", "GestureFlowAPI", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(name: "LicensingTests", dependencies: ["GestureFlowAPI", "Licensing", "LicensingDoubles", "Notes", "TestSupport"]),
    .testTarget(
      name: "GfctlToolTests",
      dependencies: ["GfctlTool", "GestureFlowAPI", "TestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .testTarget(
      name: "DrawingTests",
      dependencies: ["Camera", "Drawing", "GestureFlowAPI", "TestSupport", "CTurboJPEG"]),
    .testTarget(
      name: "LabTests",
      dependencies: [
        "Lab", "Supervisor", "Modes", "Perception", "Settings", "GestureFlowAPI", "Camera", "Gestures", "SyntheticHands", "Hands", "Notes",
        "Realtime", "Sound", "TestSupport",
      ]),
    .testTarget(
      name: "ControlTests",
      dependencies: [
        "Control", "Supervisor", "Settings", "GestureFlowAPI", "Realtime", "TestSupport", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .testTarget(
      name: "SettingsTests",
      dependencies: ["Settings", "GestureFlowAPI", "ExternalSources", "Gestures", "HandTracking", "Licensing", "Signatures", "TestSupport"]),
    .testTarget(
      name: "PerceptionTests",
      dependencies: [
        "Perception", "Settings", "SettingsDoubles", "Camera", "HandTracking", "GestureFlowAPI", "Gestures", "Hands", "Realtime",
        "SyntheticHands", "TestSupport",
      ]),
    .testTarget(
      name: "ModesTests",
      dependencies: [
        "Modes", "ModesDoubles", "Perception", "Settings", "SettingsDoubles", "Realtime", "Camera", "HandTracking", "GestureFlowAPI",
        "Gestures", "Hands", "Licensing", "Notes", "Panel", "Library", "Sound", "MIDI", "Link", "SyntheticHands", "ExternalSources",
        "SoundDoubles", "TestSupport",
      ]),
    .testTarget(
      name: "SupervisorTests",
      dependencies: [
        "Supervisor", "Modes", "ModesDoubles", "Perception", "Settings", "SettingsDoubles", "Realtime", "Camera", "HandTracking",
        "GestureFlowAPI", "Gestures", "Hands", "Licensing", "Notes", "Panel", "Library", "Sound",
        "MIDI",
        "Link", "OSC", "SyntheticHands", "ExternalSources", "Touch", "LicensingDoubles", "MIDIDoubles",
        "Signatures", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu11,
  cxxLanguageStandard: .cxx17
)

/// Tests that calculate much themselves.
let calculating = ["DecodersTests", "HandTrackingTests", "SoundTests", "StretchTests"]

// A module is compiled once for its interface and its code, not once for each. Tests that hardly calculate are compiled
// without optimisation, which halves their build time.
for target in package.targets where ![.system, .plugin, .binary, .macro].contains(target.type) {
  let isQuick = target.type == .test && !calculating.contains(target.name)
  let flags = ["-no-emit-module-separately-wmo"] + (isQuick ? ["-Onone"] : [])
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags, .when(configuration: .release))]
}
