// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let services = ["TallyKit", "HubClient", "ShelfClient", "VaultClient"]
let examples = ["Tally": "TallyKit", "Hub": "HubClient", "Shelf": "ShelfClient", "Vault": "VaultClient"]

let package = Package(
  name: "MediaClients",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: (["MediaCore", "MediaTesting"] + services).map { .library(name: $0, targets: [$0]) }
    + examples.keys.sorted().map { .executable(name: "\($0.lowercased())-example", targets: ["\($0)Example"]) },
  targets: [
    .target(name: "MediaCore", swiftSettings: settings),
    .target(name: "MediaTesting", dependencies: ["MediaCore"], swiftSettings: settings),
    .target(name: "TestSupport", dependencies: ["MediaCore"], path: "Tests/TestSupport", swiftSettings: settings),
    .target(name: "Runner", path: "Examples/Runner", swiftSettings: settings),
    .testTarget(
      name: "MediaCoreTests", dependencies: ["MediaCore", "MediaTesting", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MediaTestingTests", dependencies: ["MediaCore", "MediaTesting", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "Simulation", dependencies: ["ShelfClient", "TallyKit", "VaultClient", "MediaCore", "MediaTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "PublicAPITests", dependencies: services.map { .init(stringLiteral: $0) } + ["MediaCore", "MediaTesting"],
      swiftSettings: settings),
  ]
    + services.flatMap { service -> [Target] in
      [
        .target(name: service, dependencies: ["MediaCore"], swiftSettings: settings),
        .testTarget(
          name: "\(service)Tests",
          dependencies: [.init(stringLiteral: service), "MediaCore", "MediaTesting", "TestSupport"],
          swiftSettings: settings),
      ]
    }
    + examples.sorted { $0.key < $1.key }.map { name, service in
      .executableTarget(
        name: "\(name)Example", dependencies: [.init(stringLiteral: service), "MediaCore", "MediaTesting", "Runner"],
        path: "Examples/\(name)Example", swiftSettings: settings)
    },
  swiftLanguageModes: [.v6]
)
