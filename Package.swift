// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "MediaClients",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "MediaCore", targets: ["MediaCore"]),
    .library(name: "ShelfClient", targets: ["ShelfClient"]),
    .library(name: "MediaTesting", targets: ["MediaTesting"]),
  ],
  targets: [
    .target(name: "MediaCore", swiftSettings: settings),
    .target(name: "ShelfClient", dependencies: ["MediaCore"], swiftSettings: settings),
    .target(name: "MediaTesting", dependencies: ["MediaCore"], swiftSettings: settings),

    .testTarget(
      name: "MediaCoreTests", dependencies: ["MediaCore", "MediaTesting"], swiftSettings: settings),
    .testTarget(
      name: "MediaTestingTests", dependencies: ["MediaCore", "MediaTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "ShelfClientTests", dependencies: ["ShelfClient", "MediaCore", "MediaTesting"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
