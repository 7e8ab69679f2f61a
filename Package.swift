// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Each service's client, by the name that its testing product and its example begin with.
let services = ["Tally": "TallyKit", "Hub": "HubClient", "Shelf": "ShelfClient", "Vault": "VaultClient"]
let clients = services.values.sorted()
let fakes = services.keys.sorted().map { "\($0)Testing" }

func targets(_ names: [String]...) -> [Target.Dependency] {
  names.flatMap { $0 }.map { .init(stringLiteral: $0) }
}

#if canImport(Darwin)
  let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
#else
  let privacyManifest: [Resource] = []
#endif
/// The clients that use an API of which Apple wants to know the reason.
let withPrivacyManifest = ["TallyKit"]

let package = Package(
  name: "MediaClients",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: (["MediaCore", "MediaTesting"] + clients + fakes).map { .library(name: $0, targets: [$0]) }
    + services.keys.sorted().map { .executable(name: "\($0.lowercased())-example", targets: ["\($0)Example"]) }
    + [.executable(name: "media-doctor", targets: ["MediaDoctor"])],
  targets: [
    .target(name: "CCurl"),
    .target(name: "MediaCore", dependencies: ["CCurl"], resources: privacyManifest, swiftSettings: settings),
    .target(name: "MediaTesting", dependencies: ["MediaCore"], swiftSettings: settings),
    .target(name: "TestSupport", dependencies: ["MediaCore"], path: "Tests/TestSupport", swiftSettings: settings),
    .target(name: "Runner", path: "Examples/Runner", swiftSettings: settings),
    .target(
      name: "Doctor", dependencies: targets(clients, ["MediaCore"]), path: "Examples/MediaDoctor/Doctor",
      swiftSettings: settings),
    .executableTarget(
      name: "MediaDoctor", dependencies: ["Doctor", "MediaCore", "MediaTesting"], path: "Examples/MediaDoctor/Program",
      swiftSettings: settings),
    .testTarget(
      name: "MediaDoctorTests",
      dependencies: targets(fakes, ["Doctor", "MediaCore", "MediaTesting", "TestSupport"]), swiftSettings: settings),
    .testTarget(
      name: "MediaCoreTests", dependencies: ["MediaCore", "MediaTesting", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MediaTestingTests", dependencies: targets(fakes, ["MediaCore", "MediaTesting", "TestSupport"]),
      swiftSettings: settings),
    .testTarget(
      name: "Simulation", dependencies: targets(clients, fakes, ["MediaCore", "MediaTesting"]), swiftSettings: settings),
    .testTarget(
      name: "StateContractTests", dependencies: targets(clients, fakes, ["MediaCore", "MediaTesting", "TestSupport"]),
      swiftSettings: settings),
    .testTarget(
      name: "Attack", dependencies: targets(clients, fakes, ["MediaCore", "MediaTesting", "TestSupport"]),
      swiftSettings: settings),
    .testTarget(
      name: "PublicAPITests", dependencies: targets(clients, fakes, ["MediaCore", "MediaTesting"]),
      swiftSettings: settings),
  ]
    + services.sorted { $0.key < $1.key }.flatMap { name, client -> [Target] in
      [
        .target(
          name: client, dependencies: ["MediaCore"],
          resources: withPrivacyManifest.contains(client) ? privacyManifest : [], swiftSettings: settings),
        .target(
          name: "\(name)Testing", dependencies: targets(["MediaCore", "MediaTesting", client]), swiftSettings: settings),
        .testTarget(
          name: "\(client)Tests",
          dependencies: targets([client, "\(name)Testing", "MediaCore", "MediaTesting", "TestSupport"]),
          swiftSettings: settings),
        .executableTarget(
          name: "\(name)Example",
          dependencies: targets([client, "\(name)Testing", "MediaCore", "MediaTesting", "Runner"]),
          path: "Examples/\(name)Example", swiftSettings: settings),
      ]
    },
  swiftLanguageModes: [.v6]
)
