import Foundation
import HubTesting

@testable import HubClient
@testable import MediaCore

extension HubLife {
  /// Signs out while a refresh and an exchange are under way: nobody is signed in then.
  func leaveAtOnce(_ device: HubDevice) async {
    let (process, hub) = (device.process, device.hub)
    let exchange = device.exchange(for: world.names[hub.user.reveal()] ?? "")
    let refresh = Task { await hub.library.refresher.refresh(.pull(force: true)) }
    let sync = Task { try? await hub.library.statuses.sync(exchange, force: true) }
    await world.scheduler.sleep(world.seconds(0...0.4))
    world.log("\(device.name) signs out at once")
    let isOut = (try? await device.signOut(.keep)) != nil
    _ = await refresh.value
    _ = await sync.value
    guard isOut, case .signedOut = try? await device.status(), let known = try? await hub.library.videos.known(),
      !process.isDead, device.hub.user == hub.user
    else { return }
    if !known.videos.isEmpty { world.violation("\(device.name) shows videos that came after the sign-out") }
  }

  /// Checks that the devices agree with the store of watch statuses, and the feed with the server.
  func compareAll(_ device: HubDevice) async {
    let library = device.hub.library
    // The server caches feeds for two minutes.
    await world.scheduler.sleep(.seconds(130))
    let outcome = await library.refresher.refresh(.pull(force: true))
    do throws(HubError) {
      // A server back from a backup may lack the user. A device with no chosen channels has none to register, so its error is right.
      if world.restoredAt != nil, world.server.channels(of: SimulatedHub.ids["ada"] ?? "") == nil,
        try await library.channels.wanted() == nil
      {
        return
      }
      if let error = outcome.feed.error {
        return world.violation("\(device.name) cannot refresh: \(error.clientError)")
      }
      for _ in 0..<2 { try await library.statuses.sync(device.exchange(for: "ada"), force: true) }
      let feed = try await library.videos.known()
      let wanted = try await library.channels.wanted()
      let held = world.held(by: "ada").filter { wanted?.contains($0.value) ?? true }
      let shown = Set(feed.videos.map(\.videoId))
      let missing = Set(held.keys).subtracting(shown)
      if !missing.isEmpty { world.violation("\(device.name) does not show \(missing.sorted())") }
      let records = try await library.statuses.records()
      let cloud = (world.cloud.entries["ada"] ?? [:]).mapValues(\.record)
      if try await !library.statuses.unsynced().isEmpty { world.violation("\(device.name) keeps marks for itself") }
      for video in Set(records.keys).union(cloud.keys).sorted() {
        guard let here = records[video], let there = cloud[video], here.isAlike(there),
          abs(here.lastModified.timeIntervalSince(there.lastModified)) < Self.tolerance
        else {
          world.violation("\(device.name) and the store disagree about \(video)")
          continue
        }
      }
    } catch {
      world.violation("\(device.name) cannot exchange: \(error.clientError)")
    }
  }

  /// Checks that an hour without a user costs no request.
  func idle() async {
    let before = world.requestKinds
    await world.scheduler.sleep(.seconds(3600))
    for (kind, count) in world.requestKinds.sorted(by: { $0.key < $1.key }) where count > before[kind] ?? 0 {
      world.violation("\(count - (before[kind] ?? 0)) × \(kind) in an hour in which nobody did anything")
    }
  }
}
