// swift-tools-version: 6.1
import PackageDescription

// Serves the fake servers over HTTP. Needs only the toolchain and the root package, so that it builds quickly.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func media(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "MediaClients") }
}

let fakes = media("HubTesting", "MediaCore", "MediaTesting", "ShelfTesting", "TallyTesting", "VaultTesting")

let package = Package(
  name: "DemoServer",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "demo-server", targets: ["DemoServer"]), .executable(name: "soak", targets: ["Soak"]),
    .library(name: "Panels", targets: ["Panels"]),
  ],
  dependencies: [.package(name: "MediaClients", path: "../..")],
  targets: [
    .target(name: "SocketServer", dependencies: media("MediaCore"), swiftSettings: settings),
    .target(name: "Panels", dependencies: fakes, resources: [.copy("Page")], swiftSettings: settings),
    .executableTarget(
      name: "DemoServer", dependencies: ["Panels", "SocketServer"] + fakes, resources: [.copy("Page")],
      swiftSettings: settings),
    .executableTarget(
      name: "FolderProcess", dependencies: media("MediaCore", "ShelfClient"), swiftSettings: settings),
    .executableTarget(
      name: "Soak",
      dependencies: ["DemoServer"] + fakes + media("HubClient", "ShelfClient", "TallyKit", "VaultClient"),
      swiftSettings: settings),
    .testTarget(
      name: "ProcessTests",
      dependencies: ["FolderProcess", "SocketServer"] + media("MediaCore", "MediaTesting", "ShelfTesting"),
      swiftSettings: settings),
    .testTarget(
      name: "SocketServerTests", dependencies: ["SocketServer"] + media("MediaCore"), swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
