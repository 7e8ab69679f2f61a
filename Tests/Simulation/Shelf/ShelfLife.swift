import Foundation
import ShelfTesting

@testable import MediaCore
@testable import ShelfClient

/// Users who listen, seek, finish and restart on one or two phones.
@MainActor
final class ShelfLife: Life<SimulatedShelf, ShelfDevice> {
  override func makeDevice(_ name: String) -> ShelfDevice { ShelfDevice(name, in: world) }

  override func learnNames() async {
    for user in SimulatedWorld.users {
      let shelf = ShelfService(server: .fake, transport: world.server.transport, environment: .manual())
      let password = SimulatedWorld.passwords[user] ?? ""
      if let login = try? await shelf.account.signIn(username: user, password: password) {
        world.names[login.user.id] = user
      }
    }
  }

  override func act(_ device: ShelfDevice, as user: String) async {
    let process = device.process
    let shelf = device.shelf
    let item = world.pick(world.items[user] ?? [])
    switch world.dice.next() % 80 {
    case 0..<34: await listen(device, to: item)
    case 34..<48:
      let place = (world.fraction() * ((world.durations[item] ?? 1000) - 60) * 10).rounded() / 10
      await local(device, "position") { () async throws(ClientError) in
        try await shelf.progressStore.setPosition(item, to: place)
      }
    case 48..<54:
      await local(device, "finish") { () async throws(ClientError) in try await shelf.progressStore.markFinished(item) }
    case 54..<60:
      await local(device, "restart") { () async throws(ClientError) in try await shelf.progressStore.restart(item) }
    case 60..<67: try? await shelf.progressStore.refresh()
    case 67..<73:
      let before = world.scheduler.now
      _ = try? await shelf.progressStore.all()
      if world.scheduler.now != before, !process.isDead { world.violation("a local read waited") }
    case 73..<76: _ = try? await shelf.account.authorize()
    case 76..<79:
      let latest = LatestViewModel(shelf: shelf)
      latest.load()
      await latest.settled()
    default: device.player.saveNow()
    }
  }

  private func listen(_ device: ShelfDevice, to item: PlayableID) async {
    let (player, engine) = (device.player, device.engine)
    if player.state.id != item || player.state.phase != .ready {
      player.open(item, autoPlay: world.dice.next() % 2 == 0)
      await player.settled()
    }
    guard player.state.phase == .ready else { return }
    player.play()
    for _ in 0..<(1 + world.dice.next() % 3) {
      await world.scheduler.sleep(world.seconds(2...70))
      switch world.dice.next() % 12 {
      case 0: player.skipForward()
      case 1: player.skipBackward()
      case 2: player.seek(toFraction: world.fraction() * 0.97)
      case 3: player.setRate(world.pick([0.5, 1, 1.5, 2]))
      case 4: engine.isStalled.toggle()
      case 5: engine.fail("gone")
      case 6: player.seek(to: max(0, player.state.duration - 20))
      default: break
      }
    }
    switch world.dice.next() % 3 {
    case 0: player.pause()
    case 1: player.close()
    default: break
    }
    if world.dice.next() % 2 == 0 { await player.settled() }
  }

  // MARK: Afterwards

  override func check(_ device: ShelfDevice, _ user: String, synced record: MutationRecord) {
    guard let mutation = record.mutation(ProgressMutation.self), mutation.action != .restart else { return }
    let places = (world.history[.init(user: user, item: mutation.item)] ?? []).compactMap(Self.place)
    if !places.contains(where: { isSame(mutation.place, $0, of: mutation.item) }) {
      world.violation("\(device.name): synced, but the server of \(user) never held \(mutation.place.position)")
    }
  }

  override func look(_ device: ShelfDevice) async { try? await device.shelf.progressStore.refresh() }

  override func compare(_ device: ShelfDevice) async throws(ClientError) {
    if device.isLive { await compareLive(device) }
    try await device.shelf.progressStore.refresh()
    compare(device, try await device.shelf.progressStore.all(), "shows")
  }

  /// A connection that has broken wherever it did leaves the state of a fresh read, without one that anybody asks for.
  private func compareLive(_ device: ShelfDevice) async {
    for _ in 0..<40 where device.shelf.live.currentStatus != .live { await world.scheduler.sleep(.seconds(15)) }
    guard device.shelf.live.currentStatus == .live else {
      return world.violation("\(device.name) is not connected again: \(device.shelf.live.currentStatus)")
    }
    // The read after a connection follows the one before it by ten seconds, and by up to five minutes after failures.
    await world.scheduler.sleep(.seconds(330))
    guard let all = try? await device.shelf.progressStore.all() else { return }
    compare(device, all, "shows live")
  }

  private func compare(_ device: ShelfDevice, _ all: [PlayableID: KnownProgress], _ how: String) {
    for item in world.items.values.joined() {
      let place = world.progress(of: item, "ada").flatMap(Self.place)
      let shown = all[item].map { Place(position: $0.position, isFinished: $0.isFinished) }
      switch (place, shown) {
      case (nil, nil): break
      case (.some(let place), .some(let shown)) where shown.isSame(as: place): break
      default:
        world.violation(
          "\(device.name) \(how) \(String(describing: shown)), the server has \(String(describing: place))")
      }
    }
  }

  override func judge(_ user: String) async {
    for item in world.items.filter({ $0.key != user }).values.joined()
    where world.history[.init(user: user, item: item)] != nil {
      world.violation("\(user) has progress in somebody else's item")
    }
    for item in world.items[user] ?? [] { judge(user, item) }
    judgeSeconds(user)
  }

  private func judge(_ user: String, _ item: PlayableID) {
    let holding = SimulatedShelf.Holding(user: user, item: item)
    let place = world.progress(of: item, user).flatMap(Self.place) ?? Place(position: 0, isFinished: false)
    var last: [ShelfDevice.Recorded] = []
    var forgotten: Set<String> = []
    for device in devices {
      guard let recorded = device.newest(of: holding) else { continue }
      // Skip the check if the user has discarded the change or still has to decide about it.
      let record = device.kept[recorded.id]
      if device.removed.contains(recorded.id) || record?.isRefused == true { return }
      // Restarting an item that the server has no record of creates none, so there is nothing to compare.
      if recorded.mutation.action == .restart, record?.state == .synced, record?.remote(ProgressMutation.self) == nil {
        return
      }
      last.append(recorded)
      if let signOut = device.lastSignOut, signOut > recorded.at { forgotten.insert(recorded.id) }
    }
    // After a restored backup the server may lack data that it had accepted before: skip the check.
    // A device also sets a place again by itself that the restored server no longer has.
    if world.restoredAt != nil { return }
    last.sort { $0.at < $1.at }
    guard let newest = last.last else { return }
    // With a clock that jumps, another device's place may be dated later.
    let isClear = !world.has(.clockJump) && last.dropLast().allSatisfy { (newest.at - $0.at).seconds > 60 }
    let allowed = isClear ? [newest] : last
    guard !allowed.contains(where: { isSame($0.mutation.place, place, of: item) }) else { return }
    let history = world.history[holding] ?? []
    if allowed.contains(where: { ReplacedPlace.isIn(history, $0.mutation.place) && forgotten.contains($0.id) }) {
      world.limit("\(user)'s later place was replaced by an older mark, and the device that knew it has signed out")
    } else {
      world.violation(
        "\(user) is at \(place.position) \(place.isFinished), and was last at "
          + allowed.map { "\($0.mutation.place.position) \($0.mutation.place.isFinished)" }.joined(separator: " or "))
    }
  }

  private func judgeSeconds(_ user: String) {
    var certain: [String: Double] = [:]
    var possible: [String: Double] = [:]
    for device in devices {
      for record in device.kept.values.sorted(by: { $0.order < $1.order }) where world.names[record.account] == user {
        for stretch in record.mutation(ProgressMutation.self)?.stretches ?? [] {
          possible[stretch.id] = max(possible[stretch.id] ?? 0, stretch.seconds)
          guard !device.removed.contains(record.id), !record.isRefused else { continue }
          certain[stretch.id] = stretch.seconds
        }
      }
    }
    let least = certain.values.filter { $0 > 3 || !world.hasRestarted }.sorted().reduce(0, +)
    let most = possible.values.sorted().reduce(0, +)
    let seconds = world.server.listeningSeconds(user: user)
    let isRestored = world.restoredAt != nil
    if (seconds < least - 1 && !isRestored) || seconds > most + 1 {
      world.violation("\(user) listened for \(least)…\(most) seconds, the server counts \(seconds)")
    }
  }

  private static func place(_ progress: JSONValue) -> Place? {
    Place(
      position: progress["currentTime"]?.double ?? 0, isFinished: progress["isFinished"]?.bool ?? false)
  }

  /// Whether the places are the same, or the server has finished an item near its end by itself.
  private func isSame(_ wanted: Place, _ place: Place, of item: PlayableID) -> Bool {
    if wanted.isSame(as: place) { return true }
    let duration = world.durations[item] ?? 0
    return place.isFinished && !wanted.isFinished && duration - wanted.position < 10
  }
}
