import Foundation
import VaultTesting

@testable import MediaCore
@testable import VaultClient

/// Users who mark films and episodes and keep lists on one or two phones, with a server that can only toggle.
@MainActor
final class VaultLife: Life<SimulatedVault, VaultDevice> {
  override func makeDevice(_ name: String) -> VaultDevice { VaultDevice(name, in: world) }

  override func learnNames() async {
    for user in SimulatedWorld.users {
      let vault = VaultService(server: .fake, transport: world.server.transport, environment: .manual())
      _ = try? await vault.account.signIn(username: user, password: SimulatedWorld.passwords[user] ?? "")
      if case .signedIn(let id, _) = try? await vault.account.status() { world.names[id] = user }
    }
  }

  override func act(_ device: VaultDevice, as user: String) async {
    guard let own = world.belongings[user] else { return }
    let process = device.process
    let store = device.vault.store
    let watched = world.dice.next() % 2 == 0
    let (season, number) = world.pick(SimulatedVault.positions)
    let movie = world.pick(own.movies)
    let item = world.pick(own.movies.map(ListItem.movie) + [.series(own.series)])
    switch world.dice.next() % 100 {
    case 0..<24: await mark(device, watched, .movie(movie))
    case 24..<30: await mark(device, watched, .series(own.series))
    case 30..<35: await mark(device, watched, .season(series: own.series, number: season))
    case 35..<48: await mark(device, watched, .episode(series: own.series, season: season, number: number))
    case 48..<55:
      let name = world.pick(SimulatedVault.listNames)
      await make(device, name)
    case 55..<67:
      await local(device, "add") { () async throws(ClientError) in try await store.add(item, to: own.list) }
    case 67..<75:
      await local(device, "remove") { () async throws(ClientError) in try await store.remove(item, from: own.list) }
    case 75..<80: await fill(device, item)
    case 80..<85: _ = try? await store.refreshLibrary()
    case 85..<90: _ = try? await store.refreshLists()
    case 90..<94: _ = try? await store.refreshContents(of: .list(own.list))
    case 94..<98:
      let before = world.scheduler.now
      _ = try? await store.library()
      _ = try? await store.contents(of: .list(own.list))
      if world.scheduler.now != before, !process.isDead { world.violation("a local read waited") }
    default: _ = try? await device.vault.account.me()
    }
  }

  private func mark(_ device: VaultDevice, _ watched: Bool, _ target: WatchTarget) async {
    let store = device.vault.store
    await local(device, "mark") { () async throws(ClientError) in try await store.setWatched(watched, for: target) }
  }

  private func make(_ device: VaultDevice, _ name: String) async {
    let store = device.vault.store
    await local(device, "list") { () async throws(ClientError) in
      do throws(ClientError) { try await store.createList(ListDraft(name: name)) } catch {
        // The user may already have a list of that name.
        if error.kind != .conflict { throw error }
      }
    }
  }

  /// Adds an item to a list that was created in this run.
  private func fill(_ device: VaultDevice, _ item: ListItem) async {
    let store = device.vault.store
    guard let made = try? await store.lists()?.value.first(where: { SimulatedVault.listNames.contains($0.name) }),
      let number = made.id.number
    else { return }
    await local(device, "fill") { () async throws(ClientError) in
      do throws(ClientError) { try await store.add(item, to: number) } catch {
        // The user may have signed out since the list was created.
        if error.kind != .notFound { throw error }
      }
    }
  }

  // MARK: Afterwards

  override func check(_ device: VaultDevice, _ user: String, synced record: MutationRecord) {
    let history = world.history[user] ?? []
    if history.contains(where: { shows($0, record, of: user) }) { return }
    // Between this device's read and its toggle of an episode, another device may have changed another episode of the season. So accept a
    // mark whose episodes the server held one after the other.
    if devices.count > 1, let mark = record.mutation(SeriesMarkMutation.self),
      mark.all == nil || !mark.seasons.isEmpty || !mark.episodes.isEmpty,
      SimulatedVault.positions.allSatisfy({ position in history.contains { shows($0, mark, at: position) } })
    {
      return
    }
    world.violation("\(device.name): synced, but the server of \(user) never held \(record.kind) of \(record.target)")
  }

  /// Whether the server's data contain a mutation.
  private func shows(_ held: SimulatedVault.Held, _ record: MutationRecord, of user: String) -> Bool {
    if let mark = record.mutation(MovieMarkMutation.self) { return held.movies[mark.movie] == mark.watched }
    if let mark = record.mutation(SeriesMarkMutation.self) {
      return SimulatedVault.positions.allSatisfy { shows(held, mark, at: $0) }
    }
    if let change = record.mutation(ListItemMutation.self) {
      guard let name = name(of: change.list, user) else { return true }
      return (held.lists[name]?.contains(change.item) ?? false) == change.isThere
    }
    if let creation = record.mutation(ListCreationMutation.self) { return held.lists[creation.name] != nil }
    return false
  }

  private func shows(
    _ held: SimulatedVault.Held, _ mark: SeriesMarkMutation, at position: (season: Int, number: Int)
  ) -> Bool {
    let wanted = mark.wanted(EpisodePosition(season: position.season, number: position.number))
    return wanted == nil || wanted == held.episodes["S0\(position.season)E0\(position.number)"]
  }

  /// The name of a list; nil if it is not known, and the check then leaves out the changes of the list. After a backup was restored, the server
  /// can give a new list the number of a list that the backup lacks, and a device's changes of the lacking list then reach the new list.
  private func name(of list: Int, _ user: String) -> String? {
    let isRestored = world.restoredAt != nil
    if list < 0 {
      if isRestored { return nil }
      let made = devices.flatMap { $0.mutations[user] ?? [] }.compactMap { $0.mutation(ListCreationMutation.self) }
      return made.first { $0.provisional == list }?.name
    }
    let name = (SimulatedVault.listNames + ["\(SimulatedVault.shelfName) \(user)"])
      .first { world.server.listID(named: $0, of: user) == list }
    return isRestored && name.map(SimulatedVault.listNames.contains) == true ? nil : name
  }

  override func compare(_ device: VaultDevice) async throws(ClientError) {
    let store = device.vault.store
    let library = try await store.refreshLibrary().value
    let lists = try await store.refreshLists().value
    let held = world.held("ada")
    guard let own = world.belongings["ada"] else { return }
    for movie in own.movies {
      // The library hides titles that are in a list.
      guard let shown = library.allMovies.first(where: { $0.id == movie }) else { continue }
      if shown.watched != held.movies[movie] { world.violation("\(device.name) shows another mark of film \(movie)") }
    }
    for list in lists where list.type == .custom {
      guard let number = list.id.number else { continue }
      let items = Set(try await store.refreshContents(of: .list(number)).value.items)
      if items != held.lists[list.name] {
        world.violation(
          "\(device.name) shows \(items) in \(list.name), the server has \(held.lists[list.name] ?? [])")
      }
    }
    for stranger in world.belongings["grace"]?.movies ?? []
    where library.allMovies.contains(where: { $0.id == stranger }) {
      world.violation("\(device.name) shows somebody else's film")
    }
  }

  override func judge(_ user: String) async {
    // After a restored backup the server may lack data that it had accepted before: skip the check.
    if world.restoredAt != nil { return }
    let now = world.held(user)
    let targets = Set(devices.flatMap { ($0.mutations[user] ?? []).map(\.target) })
    for target in targets.sorted() {
      var last: [MutationRecord] = []
      var isOpenToDoubt = false
      for device in devices {
        guard let newest = device.mutations[user]?.last(where: { $0.target == target }),
          let record = device.kept[newest.id]
        else { continue }
        // The user may have discarded the change, or still has to decide about it.
        if device.removed.contains(record.id) || record.isRefused { isOpenToDoubt = true }
        last.append(record)
      }
      if isOpenToDoubt || last.contains(where: { shows(now, $0, of: user) }) { continue }
      world.violation("nothing of what was asked for last is true of \(user)'s \(target)")
    }
  }
}
