import Foundation
import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

/// The base of the flows: an app's service, a network that can fail, and a verifier that reads the server directly.
struct ShelfFixture: Sendable {
  let shelf: ShelfService
  let verifier: Verifier
  let network: FaultTransport
  private let transport: any Transport
  let username: String
  let password: String
  let address: ServerAddress
  let environment: ClientEnvironment
  private(set) var options = ClientOptions()
  /// The built-in server; nil with a real one.
  let fake: FakeShelfServer?
  let clock: ManualClock?

  static func make(_ arguments: Arguments) async throws -> ShelfFixture {
    if let text = arguments.server {
      let username = try require(arguments.username, "--username NAME")
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shelf-example-\(UUID().uuidString)")
      return try await ShelfFixture(
        address: try ServerAddress(text), transport: DefaultTransport(), environment: .live(folder: folder),
        username: username, password: try arguments.password(), fake: nil, clock: nil)
    }
    let clock = ManualClock()
    guard arguments.hasFake else {
      let server = FakeShelfServer(world: .sparse(), clock: clock)
      return try await ShelfFixture(
        address: .fake, transport: server.transport, environment: .manual(clock: clock), username: "nora",
        password: "one quiet room", fake: nil, clock: clock)
    }
    let server = FakeShelfServer(clock: clock)
    return try await ShelfFixture(
      address: .fake, transport: server.transport, environment: .manual(clock: clock), username: "ada",
      password: "correct horse", fake: server, clock: clock)
  }

  private init(
    address: ServerAddress, transport: any Transport, environment: ClientEnvironment, username: String,
    password: String,
    fake: FakeShelfServer?, clock: ManualClock?
  ) async throws {
    self.transport = transport
    network = FaultTransport(transport)
    // Don't retry with a clock moved by hand: the clock stands still during a call, so the pause before a retry would never end.
    if clock != nil { options.retry = .never }
    shelf = ShelfService(server: address, transport: network, environment: environment, options: options)
    verifier = Verifier(
      base: try await shelf.client.locator.base(), transport: transport, username: username, password: password)
    self.address = address
    self.environment = environment
    self.username = username
    self.password = password
    self.fake = fake
    self.clock = clock
  }

  /// Flows that begin without a sign-in.
  private static let beforeSignIn: Set<String> = ["server-discovery", "sign-in-refused", "sign-in"]

  /// Signs in unless an earlier flow has done so, so that each flow can be run alone.
  func prepare(for flow: String) async throws {
    guard !Self.beforeSignIn.contains(flow) else { return }
    if case .signedIn = try await shelf.account.status() { return }
    try await shelf.account.signIn(username: username, password: password)
  }

  /// A new service on the same files, as after a relaunch of the app.
  func relaunched() async -> ShelfService {
    await shelf.client.accounts.save()
    // This process locks the folder on disk, so the new service must share the old one's environment.
    let environment = clock == nil ? environment : environment.relaunched()
    return ShelfService(server: address, transport: network, environment: environment, options: options)
  }

  /// Another phone, with empty files and a network of its own.
  func phone() -> ShelfService {
    let other = ClientEnvironment(
      clock: environment.clock, random: SeededRandom(seed: 7), files: MemoryFileSystem(), secrets: MemorySecretStore())
    return ShelfService(server: address, transport: transport, environment: other, options: options)
  }

  /// The environment of another phone, on which the user is signed in and no app runs.
  func anotherPhone() async throws -> ClientEnvironment {
    let other = ClientEnvironment(
      clock: environment.clock, random: SeededRandom(seed: 8), files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await service(in: other.relaunched()).account.signIn(username: username, password: password)
    return other
  }

  func service(in environment: ClientEnvironment) -> ShelfService {
    ShelfService(server: address, transport: network, environment: environment, options: options)
  }

  /// Whether the server, asked without the SDK, has an item as finished.
  func isFinished(_ id: PlayableID) async throws -> Bool {
    try await verifier.progress(of: id)?["isFinished"]?.bool == true
  }

  /// Another service of this process, with an app's own roles.
  func service(_ replaceRoles: (inout ShelfRoles) -> Void) -> ShelfService {
    ShelfService(server: address, transport: network, environment: environment, options: options, replaceRoles)
  }

  /// A separate verifier, as another device of the account.
  func verifierElsewhere(password: String? = nil) async throws -> Verifier {
    Verifier(
      base: try await shelf.client.locator.base(), transport: network, username: username,
      password: password ?? self.password)
  }

  /// Lets time pass: simulated with the built-in server, real with another one.
  func wait(_ seconds: Double) async throws {
    if let clock {
      await clock.advance(by: .seconds(seconds))
    } else {
      try await environment.clock.sleep(for: .seconds(seconds))
    }
  }

  /// Waits until `condition` holds, for as long as a busy machine can take.
  func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<600 {
      if try await condition() { return }
      try await wait(0.1)
    }
    throw FlowFailure("expected \(what)")
  }

  /// Runs `body` with an unplayed episode, and restores the account's progress afterwards.
  func withEpisode<Result>(_ body: (RecentEpisode, PlayableID) async throws -> Result) async throws -> Result {
    let library = try require(
      try await shelf.libraries.all().first { $0.mediaType == .podcast }, "a podcast library on the server")
    let episodes = try await shelf.libraries.recentEpisodes(in: library.id)
    let episode = try require(
      episodes.first { ($0.episode.duration ?? 0) > 300 }, "an unfinished episode of five minutes or more")
    let id = PlayableID(
      libraryItemId: try require(episode.episode.libraryItemId, "libraryItemId"), episodeId: episode.id)
    let before = try await verifier.progress(of: id)
    try await verifier.forget(id)
    try await shelf.progressStore.refresh()
    do {
      let result = try await body(episode, id)
      try await verifier.restore(before, of: id)
      try await shelf.progressStore.refresh()
      return result
    } catch {
      network.isDown = false
      try await verifier.restore(before, of: id)
      throw error
    }
  }

  /// The first library of a kind on the server.
  func library(_ type: MediaType) async throws -> String {
    try require(
      try await shelf.libraries.all().first { $0.mediaType == type }, "a library of \(type.rawValue)s on the server"
    ).id
  }

  /// The books of the first library of books, by title.
  func books() async throws -> [ShelfItem] {
    try await shelf.libraries.items(in: try await library(.book), sort: .title).all()
  }

  /// Runs `body` with a book that has chapters, and restores the account's progress afterwards.
  func withBook<Result>(_ body: (PlayableID) async throws -> Result) async throws -> Result {
    for library in try await shelf.libraries.all() where library.mediaType == .book {
      for try await item in shelf.libraries.items(in: library.id)
      where (item.media.book?.numChapters ?? 0) > 1 && (item.media.book?.numTracks ?? 0) > 0 {
        let id = PlayableID(libraryItemId: item.id)
        let before = try await verifier.progress(of: id)
        try await verifier.forget(id)
        try await shelf.progressStore.refresh()
        do {
          let result = try await body(id)
          try await verifier.restore(before, of: id)
          try await shelf.progressStore.refresh()
          return result
        } catch {
          network.isDown = false
          try await verifier.restore(before, of: id)
          throw error
        }
      }
    }
    throw FlowFailure("no book with chapters on the server")
  }

  /// Loads a screen and waits for it.
  @MainActor
  func loaded<Model: ViewModel>(_ model: Model) async -> Model.State {
    model.load()
    await model.settled()
    return model.state
  }

  /// Scrolls a list to its end, and presses the button below it.
  @MainActor
  func scrollToEnd<State: RowListState>(_ list: RowListViewModel<State>) async {
    repeat {
      if let last = list.state.rows.value?.last { list.appear(last.id) }
      list.loadMore()
      await list.settled()
    } while list.state.hasMore && list.state.error == nil
  }

  /// Waits until a player has reached a position.
  func played(_ player: PlayerViewModel, to position: Double) async throws {
    try await until("\(position) s heard") { await player.state.position >= position }
  }
}

/// The error that a call throws; nil when it succeeds.
func refusal(_ call: () async throws -> Void) async throws -> ClientError? {
  do { try await call() } catch let error as ClientError { return error }
  return nil
}
