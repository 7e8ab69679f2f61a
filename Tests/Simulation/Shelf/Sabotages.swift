import Foundation
import MediaTesting

@testable import MediaCore
@testable import ShelfClient

/// Removes the intent's id, so that every upload of a stretch of listening looks new.
struct AnonymousSessions: Transport {
  let base: any Transport
  let random: SeededRandom

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.operation == .shelfPlaybackUploadLocal, let body = request.body,
      var json = try? JSONValue(parsing: body), let sessions = json["sessions"]?.array
    else { return try await base.send(request) }
    json["sessions"] = .array(
      sessions.map { session in
        var session = session
        session["id"] = .string(random.uuid())
        return session
      })
    var request = request
    request.body = json.serialized()
    return try await base.send(request)
  }
}

/// Removes the read-back: reads are answered with the values that were written.
final class BelievedWrites: Transport, @unchecked Sendable {
  private let base: any Transport
  private var kept: [String: JSONValue] = [:]

  init(base: any Transport) { self.base = base }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if request.operation == .shelfProgressOne, let json = kept.removeValue(forKey: request.url.path) {
      return .json(json)
    }
    let response = try await base.send(request)
    guard response.isSuccess, request.operation == .shelfPlaybackUploadLocal, let body = request.body,
      let session = (try? JSONValue(parsing: body))?["sessions"]?[0], let item = session["libraryItemId"]?.string
    else { return response }
    let episode = session["episodeId"]?.string
    let path = request.url.path.replacingOccurrences(of: "/api/session/local-all", with: "/api/me/progress/\(item)")
    kept[episode.map { "\(path)/\($0)" } ?? path] = [
      "id": "kept", "libraryItemId": .string(item), "episodeId": episode.map { .string($0) } ?? .null,
      "currentTime": session["currentTime"] ?? 0, "isFinished": false, "lastUpdate": session["updatedAt"] ?? 0,
      "duration": session["duration"] ?? 0,
    ]
    return response
  }
}

/// Removes the generation guard: the answer to a sign-in counts whatever has happened since the request.
struct UnguardedAccount: AccountAPI {
  let base: any AccountAPI
  /// The client of the service, which is set later because the service is created after its roles.
  let client: Locked<ServiceClient?>

  func signIn(username: String, password: String) async throws(ClientError) -> Login {
    guard let client = client.withLock({ $0 }) else {
      throw ClientError(.invalidRequest, operation: OperationID("test"))
    }
    let login = try await client.send(AccountEndpoints.signIn(username: username, password: password))
    guard let credentials = Credentials(login) else { throw ClientError(.undecodable, operation: OperationID("test")) }
    let generation = await client.session.currentGeneration()
    try await client.session.adopt(credentials, generation: generation)
    return login
  }

  func signIn(apiKey: String) async throws(ClientError) -> Login { try await base.signIn(apiKey: apiKey) }
  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status {
    try await base.signIn(token: token)
  }
  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status {
    try await base.signIn(from: source)
  }
  func signOut(pending: PendingWork) async throws(ClientError) { try await base.signOut(pending: pending) }
  func status() async throws(ClientError) -> AccountSession.Status { try await base.status() }
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    base.observeStatus(changed)
  }
  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken { try await base.followStatus(changed) }
  func authorize() async throws(ClientError) -> Login { try await base.authorize() }
  func me() async throws(ClientError) -> User { try await base.me() }
  func loginSessions(page: Int, limit: Int) async throws(ClientError) -> Page<LoginSession> {
    try await base.loginSessions(page: page, limit: limit)
  }
  func endLoginSession(_ id: String) async throws(ClientError) { try await base.endLoginSession(id) }
  func changePassword(from old: String, to new: String) async throws(ClientError) {
    try await base.changePassword(from: old, to: new)
  }
}

/// Removes the checksum: damaged records of a journal get a valid one.
struct UncheckedFiles: FileSystem {
  let base: any FileSystem

  func read(_ path: String) throws -> Data? {
    guard let data = try base.read(path), path.hasSuffix(".journal") else { return try base.read(path) }
    var repaired = Data(data)
    for frame in JournalFrames.payloads(in: repaired) where !frame.isWhole {
      let start = frame.range.lowerBound
      repaired.put(Checksum.crc32(frame.data), at: start + JournalFrames.checksumOffset)
      let end = start + JournalFrames.headerLength - 4
      repaired.put(Checksum.crc32(repaired[start..<end]), at: end)
    }
    return repaired
  }

  func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}

extension Data {
  fileprivate mutating func put(_ sum: UInt32, at place: Int) {
    for byte in 0..<4 { self[place + byte] = UInt8(truncatingIfNeeded: sum >> (8 * byte)) }
  }
}
