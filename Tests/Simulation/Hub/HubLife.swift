import Foundation
import HubTesting

@testable import HubClient
@testable import MediaCore

/// Users who choose channels, watch and mark videos on up to three phones, and exchange the marks.
@MainActor
final class HubLife: Life<SimulatedHub, HubDevice> {
  /// Files keep dates to the millisecond, so that a date may be another one by less than that after a launch.
  static let tolerance = 0.001

  override func makeDevice(_ name: String) -> HubDevice { HubDevice(name, in: world) }
  override var hasThird: Bool { world.dice.next() % 3 == 0 }

  override func act(_ device: HubDevice, as user: String) async {
    guard device.hub.user.reveal() == SimulatedHub.ids[user] else { return }
    device.actions += 1
    await choose(device, user, device.hub.library)
    device.actions -= 1
    await look(device, user)
  }

  private func choose(_ device: HubDevice, _ user: String, _ library: VideoLibrary) async {
    switch world.dice.next() % 100 {
    case 0..<16: await select(device, user, library)
    case 16..<44: await mark(device, user, library)
    case 44..<58:
      let reason = world.pick([RefreshReason.load, .foreground, .background, .pull(force: false), .pull(force: true)])
      await library.refresher.refresh(reason)
    case 58..<76: await exchange(device, user, library)
    case 76..<80: await settleConflict(device, user, library)
    case 80..<90: world.publish(for: user)
    case 90..<94:
      let (process, before) = (device.process, world.scheduler.now)
      _ = try? await library.videos.known()
      _ = try? await library.statuses.records()
      _ = try? await library.channels.wanted()
      if world.scheduler.now != before, !process.isDead { world.violation("a local read waited") }
    case 94..<97:
      let feed = FeedViewModel(library: library)
      feed.load()
      await feed.settled()
    default: _ = try? await device.hub.health.check()
    }
  }

  /// A change of the Hub that must not need the network.
  private func locally(
    _ device: HubDevice, _ name: String, _ change: () async throws(HubError) -> Void
  ) async -> Bool {
    var isDone = false
    await local(device, name) { () async throws(ClientError) in
      do throws(HubError) { try await change() } catch { throw error.clientError }
      isDone = true
    }
    return isDone
  }

  override func overtake(_ device: HubDevice) async {
    guard await device.user() != nil else { return }
    await leaveAtOnce(device)
  }

  // MARK: Afterwards

  override func check(_ device: HubDevice, _ user: String, synced record: MutationRecord) {
    let registered = world.registered[user] ?? []
    for channel in record.mutation(RegistrationMutation.self)?.channels ?? [] where !registered.contains(channel) {
      world.violation("\(device.name): \(channel) of \(user) counts as registered, and the server never had it")
    }
  }

  override func compare(_ device: HubDevice) async throws(ClientError) { await compareAll(device) }

  override func judge(_ user: String) async {
    let own = Set(SimulatedHub.channels[user] ?? [])
    if !(world.registered[user] ?? []).isSubset(of: own) { world.violation("\(user) has somebody else's channel") }
    for record in world.cloud.unread[user] ?? [] {
      world.limit("\(user)'s mark of \(record.videoId) was replaced before the other device had read it")
    }
    if user == SimulatedWorld.users.last { await idle() }
  }

  // MARK: Channels

  private func select(_ device: HubDevice, _ user: String, _ library: VideoLibrary) async {
    let own = SimulatedHub.channels[user] ?? []
    let chosen = own.filter { _ in world.dice.next() % 3 != 0 }
    // One selection at a time: of two at once, nobody can say which one is last.
    guard device.actions == 1 else { return }
    let (process, version) = (device.process, device.beliefs[user]?.version ?? 0)
    device.beliefs[user, default: HubBelief()].wanted.append(chosen)
    let isDone = await locally(device, "setWanted") { () async throws(HubError) in
      try await library.channels.setWanted(chosen)
    }
    guard isDone, !process.isDead, device.beliefs[user]?.version == version else { return }
    device.beliefs[user]?.wanted = [chosen]
    // Videos of channels that are no longer wanted are not shown any more.
    device.beliefs[user]?.shown = []
  }

  // MARK: Marks

  private func mark(_ device: HubDevice, _ user: String, _ library: VideoLibrary) async {
    guard let known = try? await library.videos.known(), !known.videos.isEmpty else { return }
    let video = world.pick(known.videos.map(\.videoId).sorted())
    let status = world.pick([WatchStatus.watched, .watched, .skipped, .unwatched])
    let position = (world.fraction() * 500).rounded()
    let isPosition = world.dice.next() % 4 == 0
    if !isPosition, status == .unwatched { world.takenBack.insert(.init(user: user, video: video)) }
    device.beliefs[user, default: HubBelief()].version += 1
    let version = device.beliefs[user]?.version
    let isDone = await locally(device, "mark") { () async throws(HubError) in
      if isPosition {
        try await library.statuses.setPosition(position, for: video)
      } else {
        try await library.statuses.set(status, for: video)
      }
    }
    guard isDone, device.beliefs[user]?.version == version, let record = try? await library.statuses.record(video),
      device.beliefs[user]?.version == version
    else { return }
    world.log("\(device.name) marks \(video) \(record.status.rawValue) \(record.playbackPosition)")
    let isThere = isPosition ? record.playbackPosition == position : record.status == status
    if !isThere, device.actions == 1 { world.violation("\(device.name) does not show the mark that was just made") }
    device.beliefs[user]?.marks[video] = record.lastModified
  }

  private func settleConflict(_ device: HubDevice, _ user: String, _ library: VideoLibrary) async {
    guard let conflict = try? await library.statuses.conflicts().first else { return }
    let isUndone = world.dice.next() % 2 == 0
    device.beliefs[user, default: HubBelief()].version += 1
    device.beliefs[user]?.settled.insert(conflict.id)
    if isUndone, conflict.lost.status.isUnwatched {
      world.takenBack.insert(.init(user: user, video: conflict.videoId))
    }
    _ = await locally(device, isUndone ? "undo" : "dismiss") { () async throws(HubError) in
      if isUndone {
        try await library.statuses.undo(conflict)
      } else {
        try await library.statuses.dismissConflict(conflict.id)
      }
    }
  }

  /// Exchanges marks, and checks that each of this device's that lost is among the conflicts.
  private func exchange(_ device: HubDevice, _ user: String, _ library: VideoLibrary) async {
    let (process, version) = (device.process, device.beliefs[user]?.version ?? 0)
    let isForced = world.dice.next() % 3 != 0
    guard let before = try? await library.statuses.unsynced() else { return }
    _ = try? await library.statuses.sync(device.exchange(for: user), force: isForced)
    guard device.beliefs[user]?.version ?? 0 == version, !process.isDead,
      let after = try? await library.statuses.records(), let conflicts = try? await library.statuses.conflicts(),
      device.beliefs[user]?.version ?? 0 == version
    else { return }
    for mine in before {
      // Skip a mark that was joined with a later position of another device: neither is lost.
      guard let now = after[mine.videoId], now.lastModified > mine.lastModified + Self.tolerance,
        mine.status == .unknown
          ? abs(now.playbackPosition - mine.playbackPosition) >= 1 : now.status != mine.status
      else { continue }
      // Another device made the same mark later, and changed it afterwards: nothing was lost against it.
      let same = (world.cloud.history[user] ?? []).contains {
        $0.record.videoId == mine.videoId && $0.record.lastModified > mine.lastModified && $0.record.isAlike(mine)
      }
      let isListed = conflicts.contains {
        $0.videoId == mine.videoId && abs($0.lost.at.timeIntervalSince(mine.lastModified)) < Self.tolerance
      }
      if !same, !isListed {
        world.violation("\(device.name)'s mark of \(mine.videoId) lost, and is not among the conflicts")
      }
    }
  }

  // MARK: After each action

  /// Checks what the device shows to `user`.
  private func look(_ device: HubDevice, _ user: String) async {
    let (process, library) = (device.process, device.hub.library)
    guard device.actions == 0, !process.isDead, device.hub.user.reveal() == SimulatedHub.ids[user] else { return }
    let wanted: [String]?
    do throws(HubError) { wanted = try await library.channels.wanted() } catch { return }
    guard let feed = try? await library.videos.known(), let records = try? await library.statuses.records(),
      let conflicts = try? await library.statuses.conflicts(), device.actions == 0, !process.isDead,
      device.hub.user.reveal() == SimulatedHub.ids[user]
    else { return }
    var belief = device.beliefs[user] ?? HubBelief()
    if !belief.wanted.contains(wanted) {
      world.violation("\(device.name) wants \(wanted ?? []) for \(user), who chose \(belief.wanted)")
    }
    // A selection whose end nobody saw may have hidden videos.
    if belief.wanted.count > 1 { belief.shown = [] }
    belief.wanted = [wanted]
    check(device, user, feed, wanted, &belief)
    check(device, user, records, &belief)
    let listed = Set(conflicts.map(\.id))
    let gone = belief.conflicts.subtracting(listed).subtracting(belief.settled)
    if !gone.isEmpty { world.violation("\(device.name) no longer lists a conflict of \(user) that nobody settled") }
    belief.conflicts.formUnion(listed)
    device.beliefs[user] = belief
  }

  private func check(
    _ device: HubDevice, _ user: String, _ feed: KnownFeed, _ wanted: [String]?, _ belief: inout HubBelief
  ) {
    let holding = SimulatedHub.Holding(device: device.name, user: user)
    if let lastSync = feed.lastSync, lastSync > (world.lastAnswer[holding] ?? .distantPast) + 0.01 {
      world.violation("\(device.name)'s feed is called fresher than its last complete answer")
    }
    let shown = Set(feed.videos.map(\.videoId))
    if !belief.shown.isSubset(of: shown) { world.violation("\(device.name) no longer shows a video to \(user)") }
    belief.shown = shown
    let own = Set(SimulatedHub.channels[user] ?? [])
    for channel in Set(feed.videos.compactMap(\.channelId)) {
      if !own.contains(channel) { world.violation("\(device.name) shows somebody else's channel to \(user)") }
      if let wanted, !wanted.contains(channel) { world.violation("\(device.name) shows a channel that nobody wants") }
    }
  }

  private func check(
    _ device: HubDevice, _ user: String, _ records: [String: WatchRecord], _ belief: inout HubBelief
  ) {
    for (video, date) in belief.marks.sorted(by: { $0.key < $1.key }) {
      guard let record = records[video], record.lastModified >= date - HubLife.tolerance else {
        world.violation("\(device.name) lost \(user)'s mark of \(video)")
        continue
      }
    }
    for (video, record) in records { belief.marks[video] = record.lastModified }
    for video in belief.seen.sorted() where records[video]?.status.isUnwatched != false {
      if !world.takenBack.contains(.init(user: user, video: video)) {
        world.violation("\(device.name) shows \(video) as unseen, which \(user) has seen")
      }
    }
    belief.seen = Set(records.filter { !$0.value.status.isUnwatched }.keys)
  }
}
