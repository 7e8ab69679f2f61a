import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

/// Rules for every screen of every service.
@MainActor
@Suite("The contract of screens")
struct ScreenContractTests {
  private func screens(_ launch: Launch, _ name: String, _ count: Int = 1) throws -> [ScreenHandle] {
    let screen = try #require(launch.screens.first { $0.name == name })
    return (0..<count).map { _ in screen.make() }
  }

  @Test("two screens over one store show the same", arguments: ScreenCase.changing)
  func agreement(_ one: NamedScreen) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let pair = try screens(launch, one.screen, 2)
    for screen in pair {
      screen.load()
      await screen.settled()
    }
    let before = pair[0].rows()
    #expect(pair[1].rows() == before)
    pair[0].act?()
    await pair[0].settled()
    #expect(await eventually { pair[1].rows() == pair[0].rows() && pair[1].rows() != before })
  }

  @Test(
    "a sign-out empties the screen, and the next account sees nothing of the one before",
    arguments: ScreenCase.withAccounts)
  func signOut(_ one: NamedScreen) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let screen = try screens(launch, one.screen)[0]
    screen.load()
    await screen.settled()
    let before = screen.rows()
    #expect(!before.isEmpty)
    try await launch.signOut(.keep)
    #expect(await eventually { screen.rows().isEmpty })
    let fresh = World(one.service)
    let other = try await fresh.filled(.second)
    let own = try screens(other, one.screen)[0]
    own.load()
    await own.settled()
    try await launch.signIn(.second)
    #expect(await eventually { screen.rows() == own.rows() }, "\(screen.rows()) beside \(own.rows())")
  }

  @Test("trouble that ends by itself needs no words, and what is shown stays", arguments: ScreenCase.changing)
  func transientTrouble(_ one: NamedScreen) async throws {
    let faults: [FaultTransport.Fault] = [.refused, .rateLimited(3600), .timedOutBeforeSending]
    for fault in faults {
      let world = World(one.service)
      let launch = try await world.filled()
      let screen = try screens(launch, one.screen)[0]
      screen.load()
      await screen.settled()
      let before = screen.rows()
      for _ in 0..<60 { world.faults.fail(with: fault) }
      screen.act?()
      await screen.settled()
      #expect(screen.notice() == nil, "\(fault)")
      #expect(screen.rows() != before, "\(fault)")
    }
  }

  @Test("a load that fails keeps what is shown and says so until one succeeds", arguments: ScreenCase.asking)
  func failedLoad(_ one: NamedScreen) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let first = try screens(launch, one.screen)[0]
    first.load()
    await first.settled()
    #expect(first.error() == nil)
    let before = first.rows()
    await launch.accounts.save()
    // Restart the app offline: no answer is left in memory.
    world.faults.isDown = true
    let screen = try screens(try world.launch(), one.screen)[0]
    await screen.refreshAndWait()
    #expect(screen.error()?.kind == .unreachable)
    #expect(screen.rows() == before)
    world.faults.isDown = false
    await screen.refreshAndWait()
    #expect(screen.error() == nil)
    #expect(screen.rows() == before)
  }

  @Test("a relaunch without a network shows what was known, and when it was said", arguments: ScreenCase.all)
  func relaunch(_ one: NamedScreen) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let screen = try screens(launch, one.screen)[0]
    screen.load()
    await screen.settled()
    let (before, asOf) = (screen.rows(), screen.asOf())
    await launch.accounts.save()
    world.faults.isDown = true
    try await world.clock.sleep(for: .seconds(86_400))
    let relaunched = try screens(try world.launch(), one.screen)[0]
    relaunched.load()
    await relaunched.settled()
    #expect(relaunched.rows() == before)
    if let asOf, let later = relaunched.asOf() { #expect(later <= asOf) }
  }

  @Test("files that are locked at the first load are not an empty screen", arguments: ScreenCase.all)
  func locked(_ one: NamedScreen) async throws {
    let world = World(one.service)
    let first = try await world.filled()
    let screen = try screens(first, one.screen)[0]
    screen.load()
    await screen.settled()
    await first.accounts.save()
    let before = screen.rows()
    world.faults.isDown = true
    world.files.isLocked = true
    let launch = try world.launch()
    let later = try screens(launch, one.screen)[0]
    later.load()
    await later.settled()
    #expect(later.error() != nil)
    world.files.isLocked = false
    later.load()
    await later.settled()
    #expect(later.rows() == before)
  }
}

/// One screen of one service.
struct NamedScreen: Sendable, CustomTestStringConvertible {
  let service: ServiceCase
  let screen: String
  var testDescription: String { "\(service.name).\(screen)" }
}

extension ScreenCase {
  private static func named(_ isMeant: (ServiceCase, ScreenCase) -> Bool) -> [NamedScreen] {
    ServiceCase.all.flatMap { service in
      ((try? World(service).launch())?.screens ?? []).filter { isMeant(service, $0) }
        .map { NamedScreen(service: service, screen: $0.name) }
    }
  }

  static let all = named { _, _ in true }
  static let withAccounts = named { service, _ in service.hasAccounts }
  static let changing = named { _, screen in screen.changes }
  static let asking = named { _, screen in screen.asks }
}
