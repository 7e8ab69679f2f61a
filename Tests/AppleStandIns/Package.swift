// swift-tools-version: 6.1
import PackageDescription

// Type-checks the real sources against hand-written declarations of Apple's frameworks, on systems that lack them. The stand-ins
// are never run; the tests are those of MediaApp's plain types.
// `STANDINS=macOS` uses AppKit instead of UIKit.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .define("APPLE_STANDINS"),
]

let kit = Context.environment["STANDINS"] == "macOS" ? "AppKit" : "UIKit"
/// Each stand-in with the stand-ins that it is declared with.
var standIns: [String: [String]] = [
  "AVFoundation": ["AppleFoundation", "CoreMedia"], "AppIntents": ["AppleFoundation"], "AppleFoundation": [],
  "AuthenticationServices": [kit],
  "BackgroundTasks": [], "CloudKit": [], "Combine": [], "CoreGraphics": [], "CoreMedia": [],
  "ImageIO": ["CoreGraphics"], "MediaPlayer": [kit], "Network": [], "OSLog": [], "Security": [],
  "SwiftUI": ["Combine", kit], "WebKit": [kit], "WidgetKit": [], kit: ["CoreGraphics"],
]
// Apple has CarPlay only beside UIKit.
if kit == "UIKit" { standIns["CarPlay"] = [kit] }
let frameworks = standIns.keys.sorted()

/// Each service's client, by the name that its testing product begins with.
let services = ["Tally": "TallyKit", "Hub": "HubClient", "Shelf": "ShelfClient", "Vault": "VaultClient"]
let names = services.keys.sorted()

func target(_ name: String, _ dependencies: [String] = [], exclude: [String] = []) -> Target {
  .target(
    name: name, dependencies: (dependencies + frameworks).map { .init(stringLiteral: $0) },
    path: "Sources/\(name)", exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "AppleStandIns",
  platforms: [.macOS(.v13)],
  targets: standIns.sorted { $0.key < $1.key }.map { name, dependencies in
    .target(
      name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: "StandIns/\(name)",
      swiftSettings: settings)
  } + [target("MediaCore"), target("MediaTesting", ["MediaCore"])]
    + names.map { target(services[$0] ?? "", ["MediaCore"]) }
    + names.map { target("\($0)Testing", ["MediaCore", "MediaTesting", services[$0] ?? ""]) }
    + [
      target(
        "MediaApp", ["MediaCore", "MediaTesting"] + names.flatMap { [services[$0] ?? "", "\($0)Testing"] },
        exclude: ["README.md"]),
      // The plain types of MediaApp a second time, as a module that tests can import: in the app they are no module of their own.
      .target(
        name: "MediaAppNavigation", dependencies: ["MediaCore", "ShelfClient", "TallyKit", "VaultClient"],
        path: "Sources/MediaAppNavigation", swiftSettings: settings),
      .testTarget(
        name: "MediaAppTests", dependencies: ["MediaAppNavigation", "MediaCore", "ShelfClient", "TallyKit"],
        path: "Tests/MediaAppTests", swiftSettings: settings),
    ],
  swiftLanguageModes: [.v6]
)
