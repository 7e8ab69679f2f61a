import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Latest of Audiobookshelf over Foundation alone, as short as it can be written for what `LatestWithClient` does in the test beside it:
/// a kept sign-in, one renewal for all calls that wait, a list for the next launch, and finished marks that wait for the network.
@MainActor
final class LatestByHand {
  private let server: URL
  private let folder: URL
  private let send: (URLRequest) async throws -> (Data, URLResponse)
  private var saved: Saved
  private var renewal: Task<Tokens, any Error>?
  private(set) var message: String?
  var onChange: (() -> Void)?

  /// - Parameter send: `URLSession.shared.data(for:)` in an app.
  init(server: URL, folder: URL, send: @escaping (URLRequest) async throws -> (Data, URLResponse)) {
    self.server = server
    self.folder = folder
    self.send = send
    let data = try? Data(contentsOf: folder.appending(path: "latest.json"))
    saved = data.flatMap { try? JSONDecoder().decode(Saved.self, from: $0) } ?? Saved()
  }

  var rows: [LatestRow] {
    saved.episodes.compactMap { episode in
      let progress = saved.progress.first { $0.libraryItemId == episode.libraryItemId && $0.episodeId == episode.id }
      let isWaiting = saved.marks.contains { $0.item == episode.libraryItemId && $0.episode == episode.id }
      if isWaiting || progress?.isFinished == true { return nil }
      let left = (episode.duration ?? 0) - (progress?.currentTime ?? 0)
      return LatestRow(
        item: episode.libraryItemId, episode: episode.id, title: episode.title, minutesLeft: Int(left / 60))
    }
  }

  // MARK: Intents

  func signIn(username: String, password: String) async throws {
    var request = request("POST", "login", body: ["username": username, "password": password])
    request.setValue("true", forHTTPHeaderField: "x-return-tokens")
    let login = try JSONDecoder().decode(Login.self, from: try await answer(to: request))
    try change { $0 = Saved(tokens: login.user) }
  }

  func load() async {
    do {
      await sendMarks()
      let libraries = try JSONDecoder().decode(Libraries.self, from: try await call("GET", "api/libraries"))
      var episodes: [Episode] = []
      for library in libraries.libraries where library.mediaType == "podcast" {
        let data = try await call("GET", "api/libraries/\(library.id)/recent-episodes", query: "limit=25&page=0")
        episodes += try JSONDecoder().decode(Recent.self, from: data).episodes.compactMap(\.value)
      }
      let progress = try JSONDecoder().decode(ProgressList.self, from: try await call("GET", "api/me/progress"))
      try change { saved in
        saved.episodes = episodes.sorted { ($0.publishedAt ?? 0) > ($1.publishedAt ?? 0) }
        saved.progress = progress.mediaProgress.compactMap(\.value)
      }
      message = saved.episodes.isEmpty ? "No episodes." : nil
    } catch is CancellationError {
    } catch Problem.signedOut {
      message = "Sign in again."
    } catch {
      message = "The server cannot be reached."
    }
    onChange?()
  }

  func markFinished(_ row: LatestRow) async {
    do {
      try change { $0.marks.append(Mark(item: row.item, episode: row.episode)) }
      await sendMarks()
    } catch {
      message = "The mark cannot be kept."
    }
    onChange?()
  }

  // MARK: Marks that wait

  private func sendMarks() async {
    while let mark = saved.marks.first {
      do {
        _ = try await call("PATCH", "api/me/progress/\(mark.item)/\(mark.episode)", body: ["isFinished": true])
      } catch Problem.status(let status) where (400..<500).contains(status) && status != 408 && status != 429 {
        message = "The server refuses a mark."
      } catch {
        return
      }
      try? change { saved in saved.marks.removeAll { $0 == mark } }
    }
  }

  // MARK: Calls

  private func call(_ method: String, _ path: String, query: String? = nil, body: [String: Any]? = nil) async throws
    -> Data
  {
    guard let tokens = saved.tokens else { throw Problem.signedOut }
    var request = request(method, path, query: query, body: body)
    request.setValue("Bearer \(tokens.accessToken)", forHTTPHeaderField: "Authorization")
    do {
      return try await answer(to: request)
    } catch Problem.status(401) {
      let renewed = try await renew(tokens)
      request.setValue("Bearer \(renewed.accessToken)", forHTTPHeaderField: "Authorization")
      return try await answer(to: request)
    }
  }

  /// Renews the token once for all calls that the server has refused because it had expired.
  private func renew(_ old: Tokens) async throws -> Tokens {
    if let tokens = saved.tokens, tokens.accessToken != old.accessToken { return tokens }
    if let renewal { return try await renewal.value }
    let task = Task {
      var request = request("POST", "auth/refresh")
      request.setValue(old.refreshToken, forHTTPHeaderField: "x-refresh-token")
      let login = try JSONDecoder().decode(Login.self, from: try await answer(to: request))
      try change { $0.tokens = login.user }
      return login.user
    }
    renewal = task
    defer { renewal = nil }
    do {
      return try await task.value
    } catch Problem.status(401) {
      try change { $0.tokens = nil }
      throw Problem.signedOut
    }
  }

  private func request(_ method: String, _ path: String, query: String? = nil, body: [String: Any]? = nil) -> URLRequest
  {
    var url = URLComponents(url: server.appending(path: path), resolvingAgainstBaseURL: false)
    url?.percentEncodedQuery = query
    var request = URLRequest(url: url?.url ?? server)
    request.httpMethod = method
    if let body {
      request.httpBody = try? JSONSerialization.data(withJSONObject: body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }

  private func answer(to request: URLRequest) async throws -> Data {
    let (data, response) = try await send(request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else { throw Problem.status(status) }
    return data
  }

  // MARK: Kept for the next launch

  private func change(_ change: (inout Saved) -> Void) throws {
    var next = saved
    change(&next)
    try JSONEncoder().encode(next).write(to: folder.appending(path: "latest.json"), options: .atomic)
    saved = next
  }

  private struct Saved: Codable {
    var tokens: Tokens?
    var episodes: [Episode] = []
    var progress: [Progress] = []
    var marks: [Mark] = []
  }

  private struct Mark: Codable, Equatable {
    var item: String
    var episode: String
  }

  // MARK: Answers

  private struct Tokens: Codable {
    var accessToken: String
    var refreshToken: String
  }

  private struct Login: Decodable {
    var user: Tokens
  }

  private struct Libraries: Decodable {
    struct Library: Decodable {
      var id: String
      var mediaType: String
    }
    var libraries: [Library]
  }

  private struct Recent: Decodable {
    var episodes: [Lenient<Episode>]
  }

  private struct Episode: Codable {
    var libraryItemId: String
    var id: String
    var title: String
    var publishedAt: Double?
    var duration: Double?
  }

  private struct ProgressList: Decodable {
    var mediaProgress: [Lenient<Progress>]
  }

  private struct Progress: Codable {
    var libraryItemId: String
    var episodeId: String?
    var currentTime: Double?
    var isFinished: Bool?
  }

  /// An element of a list; nil if it does not decode, so that the other elements are kept.
  private struct Lenient<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
  }

  private enum Problem: Error {
    case signedOut
    case status(Int)
  }
}
