import Foundation
import MediaCore
import MediaTesting
import Testing

/// A part of the system outside of the app's screens, such as a widget, a car or a voice assistant.
struct SurfaceHandle: Sendable {
  let name: String
  /// The data that the surface shows without asking the server, as text.
  let read: @Sendable () async throws -> String
}

/// One surface of one service, for tests that are played with each.
struct SurfaceCase: Sendable, CustomTestStringConvertible {
  let service: ServiceCase
  let surface: String

  var testDescription: String { "\(service.name).\(surface)" }

  static let all: [SurfaceCase] = ServiceCase.all.flatMap { service in
    ((try? World(service).launch())?.surfaces ?? []).map { SurfaceCase(service: service, surface: $0.name) }
  }
  static let withAccounts = all.filter(\.service.hasAccounts)
}

extension Launch {
  func surface(_ name: String) throws -> SurfaceHandle { try #require(surfaces.first { $0.name == name }) }
}

/// Rules for every surface of every service.
@MainActor
@Suite("The contract of surfaces")
struct SurfaceContractTests {
  /// A launch with everything stored that stores and screens show.
  private func filled(_ world: World, _ account: ServiceCase.Account = .first) async throws -> Launch {
    let launch = try await world.filled(account)
    await load(launch)
    return launch
  }

  private func load(_ launch: Launch) async {
    for screen in launch.screens.map({ $0.make() }) {
      screen.load()
      await screen.settled()
    }
    await launch.accounts.save()
  }

  @Test("a relaunch without a network shows what was known", arguments: SurfaceCase.all)
  func relaunch(_ one: SurfaceCase) async throws {
    let world = World(one.service)
    let shown = try await filled(world).surface(one.surface).read()
    #expect(!shown.isEmpty)
    world.faults.isDown = true
    #expect(try await world.launch().surface(one.surface).read() == shown)
  }

  @Test(
    "after a sign-out it shows nothing, and the next account sees nothing of the one before",
    arguments: SurfaceCase.withAccounts)
  func signOut(_ one: SurfaceCase) async throws {
    let world = World(one.service)
    let launch = try await filled(world)
    let surface = try launch.surface(one.surface)
    #expect(try await !surface.read().isEmpty)
    try await launch.signOut(.keep)
    #expect(((try? await surface.read()) ?? "").isEmpty)
    try await launch.signIn(.second)
    let fresh = World(one.service)
    let own = try await filled(fresh, .second).surface(one.surface).read()
    #expect(lines(try await surface.read()).isSubset(of: lines(own)), "before the second account was loaded")
    try await launch.seed()
    for store in launch.stores { try await store.refresh() }
    await load(launch)
    #expect(try await surface.read() == own)
  }

  private func lines(_ text: String) -> Set<Substring> { Set(text.split(separator: "\n")) }
}
