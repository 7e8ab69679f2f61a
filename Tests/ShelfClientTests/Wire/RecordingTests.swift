import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Every recorded exchange goes through the public API")
struct RecordingTests {
  static let recordings: [Recording] = {
    ((try? Recording.all()) ?? []).compactMap { Recording(name: $0.name, $0.value) }
  }()

  @Test("each has a call, or a reason why not")
  func covered() throws {
    let all = try Recording.all()
    var played = 0
    var listed = 0
    for (name, value) in all {
      guard let recording = Recording(name: name, value) else {
        #expect(value["websocket"] != nil, "\(name)")
        listed += 1
        continue
      }
      let hasCall = RecordedCalls.all.contains { $0.fits(recording) }
      let reason = UnplayedRecordings.reason(recording)
      #expect(hasCall != (reason != nil), "\(name): \(recording.method) \(recording.path)")
      if hasCall { played += 1 } else { listed += 1 }
    }
    #expect(played >= 108)
    #expect(listed >= 12)
  }

  @Test(
    "is sent, read and refused as recorded",
    arguments: recordings.filter { UnplayedRecordings.reason($0) == nil && !UnplayedRecordings.isRefused($0) })
  func plays(_ recording: Recording) async throws {
    let call = try #require(RecordedCalls.all.first { $0.fits(recording) }, "\(recording.method) \(recording.path)")
    let server = RecordedServer(recording)
    let isOpen = recording.path == "/login" || recording.path == "/auth/refresh"
    let refresh = recording.path == "/logout" ? "recorded-refresh-token" : nil
    let shelf = try await server.service(isSignedIn: !isOpen, refresh: refresh)
    do {
      let value = try await call.play(shelf, recording)
      #expect((200..<300).contains(recording.status) || call.expectedStatus.contains(recording.status))
      try compare(value, recording)
    } catch let error as ClientError {
      try refused(error, recording)
    }
    #expect(server.tolerated == [])
    try sent(server.requests, recording, call)
  }

  private func compare(_ value: RecordedCall.Value, _ recording: Recording) throws {
    switch value {
    case .done: break
    case .none: #expect(recording.status == 404)
    case .bytes(let data): #expect(data == recording.response.body)
    case .json(let json, let member):
      let answer = try #require(recording.answer)
      let recorded = try member.map { try #require(answer[$0]) } ?? answer
      #expect(json.differences(from: recorded) == [])
      if case .object(let members) = json { #expect(!members.isEmpty) }
    }
  }

  private func refused(_ error: ClientError, _ recording: Recording) throws {
    if recording.isPodcastWithoutEpisode {
      #expect(error.kind == .unsupported)
      return
    }
    #expect(!(200..<300).contains(recording.status), "\(error)")
    #expect(error.kind == recording.expectedKind, "\(error)")
    #expect(error.status == recording.status)
    // If a 401 ends the sign-in, the error has no message of the server.
    let isEnd = recording.status == 401 && recording.path != "/login" && recording.path != "/auth/refresh"
    if !isEnd { #expect(error.serverMessage == recording.expectedMessage) }
    if recording.status == 429 { #expect(error.retryAt != nil) }
  }

  private func sent(_ requests: [HTTPRequest], _ recording: Recording, _ call: RecordedCall) throws {
    let request = try #require(requests.first)
    #expect(request.method.rawValue == recording.method)
    #expect(request.url.path == recording.path)
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let query = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    for (name, value) in recording.query where !call.ownQuery.contains(name) {
      #expect(query[name] == value, "query \(name)")
    }
    guard !call.ownBody.contains("*"), let recorded = recording.body, recorded.object?.isEmpty != true else { return }
    let body = try JSONValue(parsing: try #require(request.body))
    #expect(body.without(call.ownBody).sameMembers(as: recorded.without(call.ownBody)))
  }
}

extension Recording {
  /// Whether the server opened a session without audio, for which the API throws an error.
  fileprivate var isPodcastWithoutEpisode: Bool {
    status == 200 && method == "POST" && path.hasSuffix("/play") && answer?["mediaType"]?.string == "podcast"
  }
}

extension JSONValue {
  fileprivate func without(_ names: Set<String>) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !names.contains($0.key) })
  }

  /// Whether both values are the same, with null equal to a missing member.
  fileprivate func sameMembers(as other: JSONValue) -> Bool {
    let mine = withoutNulls
    let theirs = other.withoutNulls
    return mine.differences(from: theirs) == [] && theirs.differences(from: mine) == []
  }

  private var withoutNulls: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.withoutNulls))
    case .object(let members): .object(members.filter { !$0.value.isNull }.mapValues(\.withoutNulls))
    default: self
    }
  }
}
