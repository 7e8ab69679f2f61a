import Foundation
import ShelfClient
import ShelfTesting

// The code in Documentation/Shelf.md, word for word.

private func list(password: String) async throws {
  let shelf = ShelfService(server: try ServerAddress("nas.local:13378"))
  try await shelf.account.signIn(username: "ada", password: password)

  for library in try await shelf.libraries.all() {
    for try await item in shelf.libraries.items(in: library.id, sort: .addedAt, descending: true) { print(item.title) }
  }
}

@MainActor
private func play(_ shelf: ShelfService, _ id: PlayableID, on engine: any PlaybackEngine) {
  let player = PlayerViewModel(shelf: shelf, engine: engine)  // plays downloads too
  player.open(id)
  player.setSpeed(PlaybackSpeed(1.35))  // 0.5…3.5; books and podcasts each have their own
  player.nextChapter()
  player.setSleepTimer(.endOfChapter)
  player.setSettings { $0.setSkip(forward: 30, backward: 10) }
}

private func download(_ shelf: ShelfService, _ id: PlayableID, _ entry: QueueEntry) async throws {
  try await shelf.downloads.download(id, title: entry.title)  // on disk at once, also without a network
  let token = shelf.downloads.observeProgress { progress in
    print(progress.receivedBytes, progress.totalBytes ?? 0)
  }
  if let tracks = await shelf.downloads.localTracks(of: id) {
    print(tracks.map(\.contentUrl))  // file addresses, with durations and offsets
  }
  token.cancel()
}

private func show(_ item: ShelfItem, of shelf: ShelfService, _ show: (Data) -> Void) async throws {
  if let cover = item.artwork(width: 400) {
    if let known = await shelf.covers.placeholder(for: cover) { show(known) }  // another width
    show(try await shelf.covers.picture(cover))
  }
}

private func follow(_ shelf: ShelfService, _ id: PlayableID) async throws {
  let change = try await shelf.progressStore.markFinished(id)
  switch await change.settled() {
  case .refused(let error): print(error)  // listed in shelf.queue.refused() until somebody decides
  case .waiting: print("sent as soon as the server can be reached")
  default: break
  }
}

private func replaceRole(_ progress: any ProgressAPI) async throws {
  let service = ShelfService(server: .fake, environment: .manual()) { $0.progress = progress }
  _ = service
}
