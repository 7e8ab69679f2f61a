import MediaCore

// A small client of Jellyfin 10.8 to 10.10: sign-in, the films, and how far each was watched, also without a network.
// It uses public API only and is walked through in Documentation/AddingAService.md.

// MARK: Model

/// A film. Required: the id.
struct Film: Codable, Hashable, Sendable, Identifiable {
  struct UserData: Codable, Hashable, Sendable {
    var position: Int?
    var isPlayed: Bool?

    enum CodingKeys: String, CodingKey { case position = "PlaybackPositionTicks", isPlayed = "Played" }
  }

  let id: String
  var name: String?
  /// In ticks of 100 ns.
  var runTime: Int?
  var userData: UserData?

  enum CodingKeys: String, CodingKey { case id = "Id", name = "Name", runTime = "RunTimeTicks", userData = "UserData" }

  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    (name, runTime, userData) = (members[.name], members[.runTime], members[.userData])
  }
}

/// `{"Items":[…]}`: a film without an id is left out and counted.
struct FilmList: Decodable, Sendable {
  let items: LossyList<Film>

  enum CodingKeys: String, CodingKey { case items = "Items" }
}

// MARK: Role

/// The films of the account and the progress in them.
protocol FilmAPI: Sendable {
  /// `GET /Users/{user}/Items`
  func films() async throws(ClientError) -> [Film]
  /// `GET /Users/{user}/Items/{id}`
  func film(_ id: String) async throws(ClientError) -> Film
  /// `POST /Sessions/Playing/Progress`: the server drops the first twentieth and takes the last tenth for played.
  func report(_ position: Int, of id: String) async throws(ClientError)
}

struct LiveFilmAPI: FilmAPI {
  let client: ServiceClient

  /// A call with nobody signed in fails before anything is sent.
  private func items() async throws(ClientError) -> [PathSegment] {
    ["Users", .text(try await client.accounts.account() ?? "nobody"), "Items"]
  }

  func films() async throws(ClientError) -> [Film] {
    let query: QueryParameters = ["IncludeItemTypes": "Movie", "Recursive": "true"]
    let films = Endpoint<FilmList>.json(.init("jellyfin.films"), path: try await items(), query: query, traits: .read)
    return try await client.send(films).items.elements
  }

  func film(_ id: String) async throws(ClientError) -> Film {
    try await client.send(.json(.init("jellyfin.film"), path: try await items() + [.text(id)], traits: .read))
  }

  func report(_ position: Int, of id: String) async throws(ClientError) {
    let body: JSONValue = ["ItemId": .string(id), "PositionTicks": .integer(Int64(position))]
    let path: [PathSegment] = ["Sessions", "Playing", "Progress"]
    try await client.send(.done(.init("jellyfin.play"), .post, path: path, body: .json(body), traits: .repeatableWrite))
  }
}

// MARK: Mutation

/// A film was watched up to a place.
struct ProgressMutation: Mutation {
  static let kind: MutationKind = "jellyfin.progress"
  /// The film's id.
  let target: String
  let position: Int

  func fetch(_ api: any FilmAPI, _ context: MutationContext) async throws(ClientError) -> Film? {
    try await api.film(target)
  }

  /// A film that was played to its end elsewhere in the meantime stays played.
  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    let isPlayed = merge.remote?.userData?.isPlayed == true && merge.base?.userData?.isPlayed != true
    return isReflected(in: merge.remote) ? .done : isPlayed ? .superseded(reason: "played") : .write(self)
  }

  func perform(_ api: any FilmAPI, over remote: Film?, _ context: MutationContext) async throws(ClientError) {
    try await api.report(position, of: target)
  }

  func isReflected(in remote: Film?) -> Bool {
    guard let remote, let runTime = remote.runTime, runTime > 0 else { return false }
    switch Double(position) / Double(runTime) {
    case ..<0.05: return remote.userData?.position ?? 0 == 0
    case 0.9...: return remote.userData?.isPlayed == true
    default: return remote.userData?.position == position
    }
  }
}

// MARK: Service

struct JellyfinService: Sendable {
  let client: ServiceClient
  let films: FilmStore
  /// The server requires the device of each request.
  private static let device = #"MediaBrowser Client="Fifth", Device="test", DeviceId="test-1", Version="1.0""#

  /// - Parameter films: a role in the place of the live one.
  init(
    server: ServerAddress, transport: any Transport = DefaultTransport(), environment: ClientEnvironment = .live(),
    films: (any FilmAPI)? = nil
  ) {
    let check = IdentityCheck(.init("jellyfin.info"), path: ["System", "Info", "Public"]) { response in
      (try? JSONValue(parsing: response.body))?["ProductName"] == "Jellyfin Server" ? ServerFacts() : nil
    }
    client = ServiceClient(
      service: "jellyfin", address: server, check: check, coder: JSONCoder(dates: .iso8601), transport: transport,
      environment: environment
    ) { _ in
      AuthenticationScheme(authorize: { $1["Authorization"] = "\(Self.device), Token=\"\($0.access.reveal())\"" })
    }
    self.films = FilmStore(api: films ?? LiveFilmAPI(client: client), accounts: client.accounts)
  }

  /// `POST /Users/AuthenticateByName`
  func signIn(username: String, password: String) async throws(ClientError) {
    let begun = await client.session.currentGeneration()
    let endpoint = Endpoint<JSONValue>.json(
      .init("jellyfin.signIn"), .post, path: ["Users", "AuthenticateByName"], fields: ["Authorization": Self.device],
      body: .json(["Username": .string(username), "Pw": .string(password)]), traits: .authentication)
    let answer = try await client.send(endpoint)
    guard let id = answer["User"]?["Id"]?.string, let token = answer["AccessToken"]?.string else {
      throw ClientError(.undecodable, operation: .init("jellyfin.signIn"))
    }
    try await client.session.adopt(Credentials(account: id, name: username, access: Secret(token)), generation: begun)
  }

  func signOut(_ pending: PendingWork = .keep) async throws(ClientError) { _ = try await client.signOut(pending) }
}

/// The films as the server said last, with this device's progress on top.
struct FilmStore: Sendable {
  let api: any FilmAPI
  let queue: MutationQueue
  let cache: AccountCache<[Film]>

  init(api: any FilmAPI, accounts: AccountStorage) {
    self.api = api
    queue = MutationQueue(in: accounts, handlers: [MutationHandler(ProgressMutation.self, api)])
    let overlay = MutationOverlay<[Film]>(ProgressMutation.self) { mutation, films in
      for each in films.indices where films[each].id == mutation.target {
        films[each].userData?.position = mutation.position
      }
    } settle: { _, record, films in
      if let film = record.remote(ProgressMutation.self) { films = films.map { $0.id == film.id ? film : $0 } }
    }
    cache = .shared("films", empty: [], in: accounts, queue: queue, overlays: [overlay])
  }

  func refresh() async throws(ClientError) {
    try await cache.refresh({ () async throws(ClientError) in try await api.films() }, merge: { $0 = $1 })
  }

  /// Durable when it returns; sent when the server can be reached.
  func setPosition(_ position: Int, of id: String) async throws(ClientError) -> Submission {
    let known = try await cache.read { films, _ in films.first { $0.id == id } }
    return try await queue.submit(ProgressMutation(target: id, position: position), base: known)
  }
}

// MARK: Screen

@MainActor
final class FilmsViewModel: ViewModel {
  struct State: ScreenState {
    var films: LoadState<[Film]> = .idle
    var error: ClientError?
    var notice: String?
    var isRefreshing = false
  }

  var publisher: StatePublisher<State> { screen.publisher }
  private let screen: StoreScreen<State>
  private let store: FilmStore

  init(jellyfin: JellyfinService) {
    store = jellyfin.films
    screen = StoreScreen(State(), accounts: jellyfin.client.accounts)
    screen.attach(self, observing: [store.cache.observe]) { model in
      let view = try? await model.store.cache.view()
      model.screen.state.films = model.screen.loadState(view?.value, asOf: view?.refreshedAt)
    } fetch: { (model) async throws(ClientError) in
      try await model.store.refresh()
    }
  }

  func setPosition(_ position: Int, of film: Film) {
    screen.act { [store] () async throws(ClientError) in [try await store.setPosition(position, of: film.id)] }
  }
}
