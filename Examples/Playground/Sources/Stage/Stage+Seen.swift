import Foundation
import MediaCore
import MediaTesting
import Panels
import ShelfClient
import ShelfTesting
import VaultClient
import VaultTesting

/// Looks of the stories at the screens' states, and at the servers without the clients.
extension Stage {
  /// Lets time pass until `condition` holds, for ten seconds of the stage's clock at most.
  func wait(until condition: @MainActor () -> Bool) async throws {
    for _ in 0..<100 {
      if condition() { return }
      await pass(.milliseconds(100))
    }
    throw StageProblem(description: "not within ten seconds")
  }

  /// A film of the phone's library.
  /// - Parameter watched: nil for any.
  func film(watched: Bool?) async throws -> Int {
    let states = [true: WatchedState.all, false: .unwatched]
    let library = phone.vault.library
    try await wait { !library.state.entries.isEmpty }
    let film = library.state.entries.first { entry in
      entry.reference.kind == .movie && (watched.map { entry.watched == states[$0] } ?? true)
    }
    guard let film else { throw StageProblem(description: "the library has no such film") }
    return film.reference.id
  }

  /// The newest episode on the phone.
  func episode() async throws -> QueueEntry {
    let latest = phone.shelf.latest
    try await wait { latest.state.entries.value?.isEmpty == false }
    guard let entry = latest.state.entries.value?.first else { throw StageProblem(description: "no episodes") }
    return entry
  }

  /// Searches for so many words at once; each word is another request, since equal reads at one time are one.
  /// - Returns: how many had an answer.
  func answeredSearches(_ count: Int) async -> Int {
    let shelf = phone.shelf.service
    guard let library = phone.shelf.bookLibrary else { return 0 }
    return await withTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask { (try? await shelf.search.results(for: "word \(number)", in: library)) != nil }
      }
      var answered = 0
      for await isAnswered in group where isAnswered { answered += 1 }
      return answered
    }
  }

  /// The phone's requests for a new token of Audiobookshelf.
  var phoneRenewals: Int { servers.log.count(OperationID.shelfAccountRefresh.rawValue, of: phone.name) }

  func listened(since seconds: Int) -> Int {
    Int(servers.shelf.listeningSeconds(user: ShelfWorld.account.username).rounded()) - seconds
  }

  /// Asks the server by a service of its own, which keeps nothing.
  func serverTitle(ofFilm id: Int) async throws -> String {
    let vault = VaultService(
      server: .fake, transport: servers.vault.transport, environment: .manual(clock: servers.clock, seed: 9))
    _ = try await vault.account.signIn(username: VaultWorld.account.username, password: VaultWorld.account.password)
    return try await vault.movies.movie(id).title
  }

  /// Whether the phone has the whole file that the server has.
  func isWhole(_ id: PlayableID) async throws -> Bool {
    guard let track = await phone.shelf.service.downloads.localTracks(of: id)?.first,
      let path = track.contentUrl.flatMap(URL.init(string:))?.path.dropFirst("/memory/".count)
    else { return false }
    let item = try await phone.shelf.service.items.item(id.libraryItemId)
    let episode = item.media.podcast?.episodes?.first { $0.id == id.episodeId }
    guard let ino = episode?.audioFile?.ino else { return false }
    let served = try await phone.shelf.service.media.file(ino, of: id.libraryItemId)
    return phone.files.contents[String(path)] == served
  }
}

extension Device {
  func shows(film id: Int, _ watched: WatchedState) -> Bool {
    vault.library.state.entries.contains { $0.reference == .movie(id) && $0.watched == watched }
  }

  func title(ofFilm id: Int) -> String? {
    vault.library.state.entries.first { $0.reference == .movie(id) }?.title
  }
}

/// The sample is not what a story needs.
struct StageProblem: Error, CustomStringConvertible {
  let description: String
}
