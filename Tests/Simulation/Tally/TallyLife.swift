import Foundation
import TallyTesting

@testable import MediaCore
@testable import TallyKit

/// Users who follow shows and mark episodes on one or two phones.
@MainActor
final class TallyLife: Life<SimulatedTally, TallyDevice> {
  override func makeDevice(_ name: String) -> TallyDevice { TallyDevice(name, in: world) }

  override func act(_ device: TallyDevice, as user: String) async {
    let process = device.process
    let (progress, watchlist) = (device.tally.progressStore, device.tally.watchlistStore)
    let show = world.pick(world.shows[user] ?? [])
    let season = 1 + Int(world.dice.next() % 2)
    let episode = 1 + Int(world.dice.next() % UInt64(SimulatedTally.counts[season] ?? 1))
    let counts = SimulatedTally.counts
    switch world.dice.next() % 100 {
    case 0..<22:
      await local(device, "up to") { () async throws(ClientError) in
        try await progress.setWatched(upTo: episode, season: season, of: show, counts: counts)
      }
    case 22..<30:
      await local(device, "position") { () async throws(ClientError) in
        try await progress.setPosition(watching: episode, season: season, of: show, counts: counts)
      }
    case 30..<36:
      let watched = world.dice.next() % 3 != 0
      await local(device, "season") { () async throws(ClientError) in
        try await progress.markSeason(season, watched: watched, of: show, counts: counts)
      }
    case 36..<42:
      let state = world.pick([EpisodeState.watched, .unwatched])
      await local(device, "episode") { () async throws(ClientError) in
        try await progress.markEpisode(episode, season: season, as: state, of: show, counts: counts)
      }
    case 42..<50:
      let status = world.pick([WatchStatus.watchlist, .watching])
      await local(device, "add") { () async throws(ClientError) in try await watchlist.add(show, as: status) }
    case 50..<56:
      let status = world.pick([WatchStatus.watching, .completed, .dropped])
      await local(device, "status") { () async throws(ClientError) in try await watchlist.setStatus(status, of: show) }
    case 56..<61:
      let rating = Double(world.dice.next() % 21) / 2
      await local(device, "rating") { () async throws(ClientError) in try await watchlist.setRating(rating, of: show) }
    case 61..<66:
      let provider = world.pick(SimulatedTally.providers.map(Optional.some) + [nil])
      await local(device, "provider") { () async throws(ClientError) in
        try await watchlist.setProvider(provider, of: show)
      }
    case 66..<70:
      await local(device, "remove") { () async throws(ClientError) in try await watchlist.remove(show) }
    case 70..<76:
      let queue = device.queue
      if let open = try? await queue.open().last { _ = await Submission(open, queue: queue).settled() }
    case 76..<83: try? await watchlist.refresh()
    case 83..<90: _ = try? await progress.refresh(show)
    case 90..<95:
      let before = world.scheduler.now
      _ = try? await watchlist.items()
      _ = try? await progress.progress(of: show)
      if world.scheduler.now != before, !process.isDead { world.violation("a local read waited") }
    default: _ = try? await device.tally.shows.search("Show", country: "US")
    }
  }

  // MARK: Afterwards

  override func check(_ device: TallyDevice, _ user: String, synced record: MutationRecord) {
    guard let show = record.show else { return }
    let held = world.history[.init(user: user, show: show)] ?? []
    guard !(held + [.init(states: EpisodeStates())]).contains(where: { shows($0, record) }) else { return }
    world.violation("\(device.name): synced, but the server of \(user) never held \(record.kind) of \(record.target)")
  }

  /// Whether the server's data contain a mutation.
  private func shows(_ held: SimulatedTally.Held, _ record: MutationRecord) -> Bool {
    if let mutation = record.mutation(ProgressMutation.self) { return mutation.isReflected(in: held.states) }
    guard let mutation = record.mutation(EntryMutation.self) else { return false }
    guard let entry = held.entry else { return mutation.isRemoved }
    return !mutation.isRemoved && mutation.status(insteadOf: WatchStatus(rawValue: entry.status)) == nil
      && (mutation.rating == nil || mutation.rating == entry.rating)
      && (mutation.provider == nil || mutation.provider?.value?.id == entry.providerID)
  }

  override func compare(_ device: TallyDevice) async throws(ClientError) {
    try await device.tally.watchlistStore.refresh()
    let items = try await device.tally.watchlistStore.items()
    for show in world.shows.values.joined() {
      let held = world.held(.init(user: "ada", show: show))
      let item = items.first { $0.id == show }
      if item?.status.rawValue != held.entry?.status || item?.rating != held.entry?.rating
        || item?.provider?.id != held.entry?.providerID || item?.isPending == true
      {
        world.violation(
          "\(device.name) shows \(String(describing: item?.status)), the server has \(String(describing: held.entry))"
        )
      }
    }
    for show in world.shows["ada"] ?? [] {
      let known = try await device.tally.progressStore.refresh(show)
      let states = known?.states ?? EpisodeStates()
      if !states.isSame(as: world.held(.init(user: "ada", show: show)).states) || known?.isPending == true {
        world.violation("\(device.name) shows other episodes of \(show) than the server has")
      }
    }
  }

  override func judge(_ user: String) async {
    for show in world.shows.filter({ $0.key != user }).values.joined()
    where world.history[.init(user: user, show: show)]?.contains(where: { $0.entry != nil }) == true {
      world.violation("\(user) follows somebody else's show")
    }
    for show in world.shows[user] ?? [] {
      let holding = SimulatedTally.Holding(user: user, show: show)
      for kind in [EntryMutation.kind, ProgressMutation.kind] { judge(holding, kind) }
    }
  }

  private func judge(_ holding: SimulatedTally.Holding, _ kind: MutationKind) {
    // After a restored backup the server may lack data that it had accepted before: skip the check.
    if world.restoredAt != nil { return }
    let now = world.held(holding)
    var last: [MutationRecord] = []
    for device in devices {
      let mutations = (device.mutations[holding] ?? []).filter { $0.kind == kind }
      for record in mutations where kind == ProgressMutation.kind { judgeRaise(record, device, holding, now) }
      guard let newest = mutations.last, let record = device.kept[newest.id] else { continue }
      // Skip the check if the user has discarded the change or another device's change has won.
      guard !device.removed.contains(record.id), record.state == .synced else { return }
      last.append(record)
    }
    guard !last.isEmpty, !last.contains(where: { shows(now, $0) }) else { return }
    // With changes of several devices, the server may hold parts of each.
    if last.count > 1, kind == EntryMutation.kind { return }
    world.violation("nothing of what was asked for last is true of \(holding.user)'s \(holding.show): \(kind)")
  }

  /// Checks that raised progress was only lowered by a request for that.
  private func judgeRaise(
    _ record: MutationRecord, _ device: TallyDevice, _ holding: SimulatedTally.Holding, _ now: SimulatedTally.Held
  ) {
    let all = devices.flatMap { $0.mutations[holding] ?? [] }.filter { $0.kind == ProgressMutation.kind }
    guard !device.removed.contains(record.id), let kept = device.kept[record.id], kept.state == .synced,
      !all.contains(where: { $0.mutation(ProgressMutation.self)?.lowers != false })
    else { return }
    guard !shows(now, kept), let mutation = kept.mutation(ProgressMutation.self) else { return }
    let own = world.requests.indices.filter { world.requests[$0].show == holding.show }
    let readBack = device.readBack[kept.id].flatMap { own.firstIndex(of: $0) }
    let limit = RaiseLimit(requests: own.map { world.requests[$0] })
    if limit.excuses(mutation, id: kept.id, of: device.name, readBack: readBack) {
      world.limit(
        "\(holding.user)'s \(holding.show) was raised while another device's requests for it were on their way")
    } else {
      world.violation("\(holding.user)'s \(holding.show) lost what was watched of it")
    }
  }
}
