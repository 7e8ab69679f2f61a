// swift-tools-version: 6.1
import PackageDescription

// Two devices with all four services against the fake servers, shown in a browser. Only this package needs a web server.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func media(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "MediaClients") }
}

let package = Package(
  name: "Playground",
  platforms: [.macOS(.v13)],
  products: [.executable(name: "playground", targets: ["Playground"])],
  dependencies: [
    .package(name: "MediaClients", path: "../.."),
    .package(name: "DemoServer", path: "../../Tests/DemoServer"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(
      name: "Stage",
      dependencies: [.product(name: "Panels", package: "DemoServer")]
        + media(
          "HubClient", "HubTesting", "MediaCore", "MediaTesting", "ShelfClient", "ShelfTesting", "TallyKit",
          "TallyTesting", "VaultClient", "VaultTesting"),
      swiftSettings: settings),
    .executableTarget(
      name: "Playground",
      dependencies: [
        "Stage", .product(name: "Panels", package: "DemoServer"), .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.copy("Page")], swiftSettings: settings),
    .testTarget(name: "StageTests", dependencies: ["Stage"] + media("MediaCore"), swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
