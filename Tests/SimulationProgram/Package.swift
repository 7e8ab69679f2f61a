// swift-tools-version: 6.1
import PackageDescription

// Compiles the SDK, the fakes and the simulation in release with their internal symbols visible, which the root package's manifest must
// not ask for: `unsafeFlags` would keep apps from depending on it. The sources are those of the root package, by symbolic links.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let visible = settings + [.unsafeFlags(["-enable-testing"])]

let clients = ["Tally": "TallyKit", "Hub": "HubClient", "Shelf": "ShelfClient", "Vault": "VaultClient"]
let services = clients.sorted { $0.key < $1.key }

func targets(_ names: [String]) -> [Target.Dependency] { names.map { .init(stringLiteral: $0) } }

let package = Package(
  name: "SimulationProgram",
  platforms: [.macOS(.v13)],
  products: [.executable(name: "simulate", targets: ["simulate"])],
  targets: [
    .target(name: "CCurl", path: "Sources/CCurl"),
    .target(
      name: "MediaCore", dependencies: ["CCurl"], path: "Sources/MediaCore", exclude: ["PrivacyInfo.xcprivacy"],
      swiftSettings: visible),
    .target(name: "MediaTesting", dependencies: ["MediaCore"], path: "Sources/MediaTesting", swiftSettings: visible),
    .target(
      name: "Simulation",
      dependencies: targets(["MediaCore", "MediaTesting"] + services.flatMap { [$0.value, "\($0.key)Testing"] }),
      path: "Simulation",
      exclude: [
        "SimulationTests.swift", "Shelf/ReplacedPlaceTests.swift", "Shelf/SmallScopeTests.swift",
        "Tally/RaiseLimitTests.swift",
      ],
      swiftSettings: visible),
    .executableTarget(name: "simulate", dependencies: ["Simulation"], path: "Program", swiftSettings: settings),
  ]
    + services.flatMap { name, client -> [Target] in
      [
        .target(
          name: client, dependencies: ["MediaCore"], path: "Sources/\(client)",
          exclude: client == "TallyKit" ? ["PrivacyInfo.xcprivacy"] : [], swiftSettings: visible),
        .target(
          name: "\(name)Testing", dependencies: targets(["MediaCore", "MediaTesting", client]),
          path: "Sources/\(name)Testing", swiftSettings: visible),
      ]
    },
  swiftLanguageModes: [.v6]
)
