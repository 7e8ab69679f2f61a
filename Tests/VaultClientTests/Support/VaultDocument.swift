import Foundation
import MediaCore
import VaultTesting

@testable import VaultClient

/// The bodies in the contract, as answers of their routes.
enum VaultDocument {
  static let folder = Recording.folder.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("contracts/vault")

  private static let routes: [String: (method: String, path: String)] = [
    "auth_login_token": ("POST", "/api/auth/login"), "auth_me": ("GET", "/api/auth/me"),
    "auth_mobile_callback_token": ("POST", "/api/auth/auth0/mobile/callback"),
    "auth_mobile_login_url": ("GET", "/api/auth/auth0/mobile/login"),
    "episode_details": ("GET", "/api/episodes/2/details"), "episodes_list": ("GET", "/api/episodes/"),
    "list_items_mixed": ("GET", "/api/lists/2/items"), "lists": ("GET", "/api/lists"),
    "movie_detail": ("GET", "/api/movies/1"), "movie_watched_patch": ("PATCH", "/api/movies/2/watched"),
    "movies_list": ("GET", "/api/movies/"), "search_all": ("GET", "/api/search/all/"),
    "series_detail": ("GET", "/api/series/1"),
    "toggle_series_result": ("POST", "/api/watchlist/series/1/toggle"), "watchlist": ("GET", "/api/watchlist"),
    "watchlist_with_overviews": ("GET", "/api/watchlist"),
  ]

  static func body(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: folder.appendingPathComponent(name + ".json")))
  }

  static func all() throws -> [Recording] {
    try routes.keys.sorted().map { name in
      let route = routes[name] ?? ("GET", "/")
      return Recording(name: name, route.method, route.path, body: try body(name))
    }
  }

  /// Plays an answer through the public call of its route.
  static func play(_ recording: Recording) async -> (value: JSONValue?, error: ClientError?, issues: Int) {
    guard let (route, call, _) = RecordingTests.route(of: recording) else { return (nil, nil, 0) }
    let issues = Locked(0)
    var options = ClientOptions()
    options.onEvent = { event in
      if case .tolerated(_, let count, _) = event { issues.withLock { $0 += count } }
    }
    let vault = VaultService(
      server: .fake, transport: RecordingPlayer(recording.response),
      environment: .manual(clock: ManualClock(passing: .everything)), options: options)
    do {
      try await vault.client.session.adopt(
        Credentials(account: "7", name: "ada", access: Secret("a-recorded-token")),
        generation: vault.client.session.currentGeneration())
      return (try await route.play(vault, call), nil, issues.withLock { $0 })
    } catch {
      return (nil, error as? ClientError, issues.withLock { $0 })
    }
  }
}

extension JSONValue {
  /// The JSON of a value, as this service writes it.
  init(encoding value: some Encodable) throws { self = try JSONValue(parsing: JSONCoder.vault.encode(value)) }

  func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { try? JSONCoder.vault.decode(type, from: serialized()) }
}
