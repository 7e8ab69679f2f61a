// swift-tools-version: 6.1
import PackageDescription

// Runs each parser of the SDK under libFuzzer and AddressSanitizer; see README.md. The sources are links to those of the root package,
// so that all modules are compiled with the fuzzer's instrumentation and the executables see internal members.
let instrumentation = ["-sanitize=fuzzer,address"]
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Not optimized: that takes a third of the time to build, and keeps all assertions.
  .unsafeFlags(instrumentation + ["-enable-testing", "-Onone"]),
]

let services = ["HubClient", "ShelfClient", "TallyKit", "VaultClient"]

func fuzzer(_ name: String, _ modules: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: (["Harness", "MediaCore"] + modules).map { .init(stringLiteral: $0) },
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(instrumentation + ["-use-ld=lld"])])
}

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v13)],
  targets: [
    .target(name: "CCurl"),
    .target(name: "MediaCore", dependencies: ["CCurl"], exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: settings),
    .target(name: "Harness", dependencies: ["MediaCore"], swiftSettings: settings),
    fuzzer("FuzzCore", []),
    fuzzer("FuzzServices", services),
  ]
    + services.map {
      .target(
        name: $0, dependencies: ["MediaCore"], exclude: $0 == "TallyKit" ? ["PrivacyInfo.xcprivacy"] : [],
        swiftSettings: settings)
    },
  swiftLanguageModes: [.v6]
)
