import Foundation
import HubClient
import MediaCore
import MediaTesting
import ShelfClient
import TallyKit
import VaultClient

/// The end of a run: everything is sent, and the servers are asked whether they have it.
@MainActor
struct Ending {
  let person: Person
  let address: [String: String]
  /// Holds a folder for each account's client that asks the servers.
  let folder: URL

  /// Sends what waits of both accounts, compares the servers with the ledger, and signs out.
  func run() async throws {
    for account in [person.account, 1 - person.account] {
      await person.close()
      try person.launch(account)
      await person.perform("send everything") { try await send() }
      await person.perform("compare") { try await compare() }
      await person.perform("sign out at the end") { try await person.signOut(.discard) }
    }
    await person.close()
  }

  private func send() async throws {
    guard let phone = person.phone else { return }
    for _ in 0..<200 {
      // The first calls of a launch can find that the server has ended the sign-in.
      try await person.signIn()
      var open = 0
      for (_, _, queue) in phone.clients {
        await queue.flush()
        open += try await queue.open().count
      }
      if open == 0 { break }
      try await Task.sleep(for: .milliseconds(200))
    }
    for (name, client, queue) in phone.clients {
      let open = try await queue.open()
      for record in open { person.fail("not sent: \(name) \(record)") }
      if !open.isEmpty { try keep(client.log.copyAll(), of: name) }
      for record in try await queue.refused() { person.fail("refused: \(name) \(record)") }
    }
  }

  /// Keeps a client's log beside the device's files, to find out why changes were not sent.
  private func keep(_ log: String, of service: String) throws {
    try Data(log.utf8).write(to: folder.deletingLastPathComponent().appendingPathComponent("\(service)-unsent.log"))
  }

  private func compare() async throws {
    guard let device = person.phone else { return }
    let identity = device.identity
    let own = folder.appendingPathComponent(identity.shelf.username)
    let fresh = try Phone(identity, address: address, folder: own, counting: person.requests)
    for service in Faults.services { try await fresh.signIn(service) }
    let ledger = person.ledger
    var lost: [String] = []
    lost += ledger.differences(of: identity.owner("shelf"), from: try await shelf(fresh))
    lost += ledger.differences(
      of: identity.owner("tally"), from: try await tally(fresh, ledger.expected(of: identity.owner("tally"))))
    lost += ledger.differences(of: identity.owner("vault"), from: try await vault(fresh))
    lost += ledger.differences(of: identity.owner("hub"), from: try await hub(device))
    for line in lost { person.fail(line) }
  }

  private func shelf(_ phone: Phone) async throws -> [String: Ledger.Value] {
    var values: [String: Ledger.Value] = [:]
    for mark in try await phone.shelf.bookmarks.all() {
      values["bookmark \(mark.libraryItemId) \(mark.time)"] = .text(mark.title)
    }
    for playlist in try await phone.shelf.playlists.all() { values["playlist \(playlist.name)"] = .text("there") }
    for record in try await phone.shelf.progress.all() {
      guard let id = record.playableID else { continue }
      values["progress \(id)"] = record.isFinished ? .text("finished") : .position(record.currentTime ?? 0)
    }
    return values
  }

  private func tally(_ phone: Phone, _ expected: [String: Ledger.Value]) async throws -> [String: Ledger.Value] {
    var values: [String: Ledger.Value] = [:]
    try await phone.tally.watchlistStore.refresh()
    for item in try await phone.tally.watchlistStore.items() {
      values["status \(item.id)"] = .text("\(item.status)")
      values["notes \(item.id)"] = item.notes.map { .text($0) }
    }
    for key in expected.keys where key.hasPrefix("season ") {
      let parts = key.split(separator: " ").compactMap { Int($0) }
      guard parts.count == 2 else { continue }
      let states = try await phone.tally.progressStore.refresh(TMDBID(parts[0]))?.states
      values[key] = .text("\(states?.lastWatched(season: parts[1]) ?? 0)")
    }
    return values
  }

  private func vault(_ phone: Phone) async throws -> [String: Ledger.Value] {
    var values: [String: Ledger.Value] = [:]
    // A film in a list is no longer in the watchlist.
    for film in try await phone.vault.movies.all() {
      values["film \(film.id)"] = .text(film.watched ? "watched" : "unwatched")
    }
    for list in try await phone.vault.lists.all() { values["list \(list.name)"] = .text("there") }
    return values
  }

  /// The Hub keeps no statuses, so the device itself is asked.
  private func hub(_ phone: Phone) async throws -> [String: Ledger.Value] {
    var values: [String: Ledger.Value] = [:]
    for (id, record) in try await phone.hub.library.statuses.records() {
      values["video \(id)"] = .text("\(record.status)")
    }
    return values
  }
}
