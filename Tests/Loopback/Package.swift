// swift-tools-version: 6.1
import PackageDescription

// Tests that need real sockets, and the packages that serve them. The root stays free of dependencies.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func media(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "MediaClients") }
}
let fakes = media("HubTesting", "MediaTesting", "ShelfTesting", "TallyTesting", "VaultTesting")
let services = media("MediaCore", "TallyKit", "HubClient", "ShelfClient", "VaultClient") + fakes

let transport = Target.Dependency.product(name: "AsyncHTTPTransport", package: "AsyncHTTPTransport")

let package = Package(
  name: "Loopback",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "MediaClients", path: "../.."),
    .package(name: "AsyncHTTPTransport", path: "AsyncHTTPTransport"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    .target(
      name: "LoopbackServer",
      dependencies: media("MediaCore", "MediaTesting") + [
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .target(
      name: "Misbehaver",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Soak", dependencies: ["Misbehaver", transport] + media("MediaCore"), swiftSettings: settings),
    .target(name: "OneAtATime", swiftSettings: settings),
    .testTarget(
      name: "ServedTests", dependencies: ["LoopbackServer", "OneAtATime"] + services, swiftSettings: settings),
    .testTarget(
      name: "TransportTests", dependencies: ["Misbehaver", "OneAtATime", "Soak", transport] + services,
      swiftSettings: settings),
    .testTarget(
      name: "SecurityTests", dependencies: ["Misbehaver", "OneAtATime", transport] + services,
      swiftSettings: settings),
    .testTarget(
      name: "AsyncHTTPTransportTests",
      dependencies: ["Misbehaver", "OneAtATime", transport] + services, swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
