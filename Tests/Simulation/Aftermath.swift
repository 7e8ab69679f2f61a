import Foundation
import MediaTesting

@testable import MediaCore
@testable import ShelfClient

/// The faults are over: everything gets time to settle, and then has to be right.
@MainActor
struct Aftermath {
  let world: SimulatedWorld
  let devices: [SimulatedDevice]
  let names: [String: String]

  private typealias Holding = SimulatedWorld.Holding

  func run() async {
    for device in devices {
      device.isOffline = false
      if device.process.isDead { await device.start() }
      device.player.close()
      await device.player.activities.settled(ignoring: device.player.lastingActivities)
    }
    await world.scheduler.sleep(.seconds(700))
    // Twice: what one device sends late can be news for the other.
    for _ in 0..<2 {
      for device in devices {
        for user in ["grace", "ada"]
        where user == "ada" || device.kept.values.contains(where: { names[$0.account] == user }) {
          await settle(device, user)
        }
      }
    }
    for device in devices { await compare(device) }
    for user in ["ada", "grace"] { await judge(user) }
  }

  /// The user signs in again where the server itself has ended the sign-in.
  private func signIn(_ device: SimulatedDevice, as user: String) async {
    for _ in 0..<6 {
      if case .signedIn(let id, _) = try? await device.shelf.account.status() {
        if names[id] == user { return }
        try? await device.shelf.account.signOut(pending: .keep)
      }
      do throws(ClientError) {
        try await device.shelf.account.signIn(username: user, password: SimulatedWorld.passwords[user] ?? "")
      } catch {
        world.log("\(device.name) cannot sign in: \(error)")
        await world.scheduler.sleep(.seconds(610))
      }
    }
  }

  private func settle(_ device: SimulatedDevice, _ user: String) async {
    for _ in 0..<8 {
      await signIn(device, as: user)
      await device.shelf.progressStore.flush()
      if let open = try? await device.shelf.outbox.open(), open.isEmpty { break }
      await world.scheduler.sleep(.seconds(320))
    }
    do throws(ClientError) {
      let open = try await device.shelf.outbox.open()
      if !open.isEmpty {
        world.violation("\(device.name): \(open.count) of \(user) still open: \(open.compactMap(\.lastProblem))")
      }
      check(device, user, try await device.shelf.outbox.all())
    } catch {
      world.violation("\(device.name) cannot look into the outbox of \(user): \(error)")
    }
  }

  // MARK: Devices

  /// Nothing that reached the disk is missing, and what counts as synced was there.
  private func check(_ device: SimulatedDevice, _ user: String, _ all: [Intent]) {
    let found = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    for (id, intent) in device.kept.sorted(by: { $0.value.order < $1.value.order }) where names[intent.account] == user
    {
      guard let now = found[id] else {
        if !device.removed.contains(id) { world.violation("\(device.name): an accepted intent of \(user) is gone") }
        continue
      }
      if now.wish != intent.wish { world.violation("\(device.name): an intent of \(user) is not what was accepted") }
    }
    for intent in all {
      guard device.kept[intent.id] != nil else {
        world.violation("\(device.name): an intent of \(user) that nobody wished")
        continue
      }
      guard case .synced = intent.state, let wish = intent.wish.decoded(ProgressWish.self),
        let item = PlayableID(intent.target), wish.action != .restart
      else { continue }
      let places = (world.history[Holding(user: user, item: item)] ?? []).compactMap(Self.place)
      if !places.contains(where: { isSame(wish.place, $0, of: item) }) {
        world.violation("\(device.name): synced, but the server of \(user) never held \(wish.place.position)")
      }
    }
  }

  /// A device shows what the server has, of its own account only.
  private func compare(_ device: SimulatedDevice) async {
    await signIn(device, as: "ada")
    try? await device.shelf.progressStore.refresh()
    await signIn(device, as: "ada")
    do throws(ClientError) {
      try await device.shelf.progressStore.refresh()
      let all = try await device.shelf.progressStore.all()
      for item in world.items.values.joined() {
        let server = world.server.progress(of: item.libraryItemId, episode: item.episodeId, user: "ada")
        let place = server.flatMap(Self.place)
        let shown = all[item].map { Place(position: $0.position, isFinished: $0.isFinished) }
        switch (place, shown) {
        case (nil, nil): break
        case (.some(let place), .some(let shown)) where shown.isSame(as: place): break
        default:
          world.violation(
            "\(device.name) shows \(String(describing: shown)), the server has \(String(describing: place))")
        }
      }
    } catch {
      world.violation("\(device.name) cannot refresh: \(error)")
    }
  }

  // MARK: The server

  private func judge(_ user: String) async {
    for item in world.items.filter({ $0.key != user }).values.joined()
    where world.history[Holding(user: user, item: item)] != nil {
      world.violation("\(user) has progress in somebody else's item")
    }
    for item in world.items[user] ?? [] { judge(user, item) }
    judgeSeconds(user)
  }

  private func judge(_ user: String, _ item: PlayableID) {
    let holding = Holding(user: user, item: item)
    let server = world.server.progress(of: item.libraryItemId, episode: item.episodeId, user: user)
    let place = server.flatMap(Self.place) ?? Place(position: 0, isFinished: false)
    var last: [SimulatedDevice.Wished] = []
    for device in devices {
      guard let wished = device.wishes[holding]?.last else { continue }
      // Somebody chose to lose it, or has to decide about it.
      if device.removed.contains(wished.intent) { return }
      if case .refused = device.kept[wished.intent]?.state { return }
      // Setting back what the server does not know leaves nothing there that could win.
      if wished.wish.action == .restart, case .synced(let receipt) = device.kept[wished.intent]?.state,
        receipt["server"] == .null
      {
        return
      }
      last.append(wished)
    }
    last.sort { $0.at < $1.at }
    guard let newest = last.last else { return }
    let isClear = last.dropLast().allSatisfy { (newest.at - $0.at).seconds > 60 }
    let allowed = isClear ? [newest] : last
    if !allowed.contains(where: { isSame($0.wish.place, place, of: item) }) {
      world.violation(
        "\(user) is at \(place.position) \(place.isFinished), and was last at "
          + allowed.map { "\($0.wish.place.position) \($0.wish.place.isFinished)" }.joined(separator: " or "))
    }
  }

  private func judgeSeconds(_ user: String) {
    var certain: [String: Double] = [:]
    var possible: [String: Double] = [:]
    for device in devices {
      for intent in device.kept.values.sorted(by: { $0.order < $1.order }) where names[intent.account] == user {
        for stretch in intent.wish.decoded(ProgressWish.self)?.stretches ?? [] {
          possible[stretch.id] = max(possible[stretch.id] ?? 0, stretch.seconds)
          guard !device.removed.contains(intent.id) else { continue }
          if case .refused = intent.state { continue }
          certain[stretch.id] = stretch.seconds
        }
      }
    }
    let least = certain.values.sorted().reduce(0, +)
    let most = possible.values.sorted().reduce(0, +)
    let seconds = world.server.listeningSeconds(user: user)
    if seconds < least - 1 || seconds > most + 1 {
      world.violation("\(user) listened for \(least)…\(most) seconds, the server counts \(seconds)")
    }
  }

  private static func place(_ progress: JSONValue) -> Place? {
    Place(
      position: progress["currentTime"]?.double ?? 0, isFinished: progress["isFinished"]?.bool ?? false)
  }

  /// Near the end the server finishes an item by itself.
  private func isSame(_ wished: Place, _ place: Place, of item: PlayableID) -> Bool {
    if wished.isSame(as: place) { return true }
    let duration = world.durations[item] ?? 0
    return place.isFinished && !wished.isFinished && abs(wished.position - place.position) < 0.5
      && duration - place.position < 10
  }
}
