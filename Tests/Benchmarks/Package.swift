// swift-tools-version: 6.1
import PackageDescription

// Measures the SDK against other libraries; see README.md. Their dependencies stay out of the root package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func media(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "MediaClients") }
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "MediaClients", path: "../.."),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .target(name: "Measure", swiftSettings: settings),
    .target(
      name: "SampleData", dependencies: media("MediaCore", "ShelfClient", "VaultClient", "VaultTesting"),
      swiftSettings: settings),
    .executableTarget(
      name: "Offline",
      dependencies: ["Measure", "SampleData"]
        + media("MediaCore", "MediaTesting", "HubClient", "ShelfClient", "TallyKit", "VaultClient", "VaultTesting"),
      swiftSettings: settings),
    .executableTarget(
      name: "Sockets",
      dependencies: [
        "Measure", "SampleData", .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOFoundationCompat", package: "swift-nio"),
      ] + media("MediaCore", "MediaTesting", "ShelfClient"),
      swiftSettings: settings),
    .executableTarget(
      name: "BenchServer",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
