// swift-tools-version: 6.1
import PackageDescription

// Measurements against peers. Nothing here is a test: figures depend on the machine, ratios much less.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "MediaClients", path: "../..")],
  targets: [
    .target(name: "Measure", swiftSettings: settings),
    .executableTarget(
      name: "TallyBenchmark",
      dependencies: [
        "Measure", .product(name: "MediaCore", package: "MediaClients"),
        .product(name: "MediaTesting", package: "MediaClients"), .product(name: "TallyKit", package: "MediaClients"),
      ], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
