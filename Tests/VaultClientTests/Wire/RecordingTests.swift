import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Recordings of the true server, through the public calls")
struct RecordingTests {
  @Test("an answer becomes the recorded value, a refusal the right kind of error", arguments: try Recording.all())
  func play(_ recording: Recording) async throws {
    guard let (route, call, isRespelled) = Self.route(of: recording) else {
      #expect(RecordedRoute.reasonToSkip(recording) != nil, "no call serves \(recording.method) \(recording.path)")
      return
    }
    let player = RecordingPlayer(recording.response)
    let vault = VaultService(
      server: .fake, transport: player, environment: .manual(clock: ManualClock(passing: .everything)))
    if recording.token != nil {
      try await vault.client.session.adopt(
        Credentials(account: "7", name: "ada", access: Secret("a-recorded-token")),
        generation: vault.client.session.currentGeneration())
    }
    let outcome: Result<JSONValue?, any Error>
    do { outcome = .success(try await route.play(vault, call)) } catch { outcome = .failure(error) }

    switch outcome {
    case .success(let value):
      #expect(recording.isSuccess, "taken for a success")
      #expect(!isRespelled, "the other spelling is the true one")
      if let value, let wire = recording.wire { Self.compare(value, wire) }
      checkRequest(player.request, call, route)
    case .failure(let error as ClientError):
      let expected = recording.isSuccess ? nil : recording.expectedKind(route.broken)
      #expect(error.kind == expected, "\(error)")
      #expect(player.count <= 1 + (route.broken == .unwatched ? 1 : 0), "a refusal is not asked again")
      checkWords(error, recording)
      if isRespelled {
        #expect(player.request.map { Self.path(of: $0) != recording.path } ?? true)
      } else if recording.token != nil || player.request != nil {
        checkPath(player.request, call)
      }
      if route.broken != nil, expected == .unsupported, recording.status == 500 {
        #expect(error.brokenRoute == route.broken)
      }
    case .failure(let error): Issue.record("no ClientError: \(error)")
    }
  }

  /// The route of a recording. A recorded redirect belongs to the slash that the SDK does not use: its call is played,
  /// and has to request the other path and to treat a redirect as an error.
  static func route(of recording: Recording) -> (RecordedRoute, RecordedCall, isRespelled: Bool)? {
    for route in RecordedRoute.all {
      if let call = route.match(recording, path: recording.path) { return (route, call, false) }
    }
    let respelled = recording.path.hasSuffix("/") ? String(recording.path.dropLast()) : recording.path + "/"
    for route in RecordedRoute.all {
      // Three routes answer with and without the slash, and the SDK uses only one form.
      if let call = route.match(recording, path: respelled) { return (route, call, recording.status == 307) }
    }
    return nil
  }

  private func checkWords(_ error: ClientError, _ recording: Recording) {
    #expect(error.serverMessage?.contains("api_key=dum") != true)
    #expect(!error.description.contains("a-recorded-token"))
    guard let words = recording.words, words.count <= 300, !words.contains("<"), !words.contains("api_key"),
      recording.token != nil || error.status != nil
    else { return }
    // The session reports an invalid token without the server's message.
    let isSession = recording.token != nil && error.kind == .signedOut
    #expect(error.serverMessage == words.trimmingCharacters(in: .whitespaces) || isSession)
  }

  private func checkPath(_ request: HTTPRequest?, _ call: RecordedCall) {
    guard call.isSayable, let request else { return }
    let path = Self.path(of: request)
    // Skip debug paths, and accept both forms where the slash makes no difference.
    guard !call.recording.path.hasSuffix("-debug") else { return }
    let isBoth = ["/api/watchlist", "/api/stats", "/api/import/url"].contains { call.recording.path == $0 + "/" }
    #expect(path == (isBoth ? String(call.recording.path.dropLast()) : call.recording.path))
    #expect(request.method.rawValue == call.recording.method)
    #expect(request.redirects == .none)
  }

  private static func path(of request: HTTPRequest) -> String {
    URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.percentEncodedPath ?? ""
  }

  private func checkRequest(_ request: HTTPRequest?, _ call: RecordedCall, _ route: RecordedRoute) {
    checkPath(request, call)
    guard call.isSayable, let request else { return }
    #expect((request.fields["Authorization"] != nil) == (call.recording.token != nil && !isOpen(request)))
    if !route.ignoresQuery {
      let sent = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
      for item in sent { #expect((call.query[item.name] ?? Self.standard[item.name]) == item.value) }
      #expect(Set(sent.map(\.name)).isSuperset(of: call.query.keys))
    }
    guard !route.ignoresBody, let body = call.recording.body?.object, !body.isEmpty else { return }
    let sent = request.body.flatMap { try? JSONValue(parsing: $0) }
    for (name, value) in body where !Self.ignored.contains(name) && !value.isNull {
      // Members of objects in a list may have another order.
      #expect(sent?[name] == value || sent?[name]?.plain == value.plain, "\(name)")
    }
  }

  /// The server's defaults for members that are not sent.
  private static let standard = ["page": "1", "page_size": "50", "sort_by": "added"]

  private func isOpen(_ request: HTTPRequest) -> Bool {
    request.operation.rawValue.hasPrefix("vault.server.")
      || request.operation.rawValue.hasPrefix("vault.account.redeem")
      || [.vaultAccountSignIn, .vaultAccountSignInPage, .vaultAccountAuth0].contains(request.operation)
  }

  /// Members that the server itself ignores.
  private static let ignored: Set<String> = [
    "background_color", "type", "state", "redirect_uri", "user_id", "is_active",
  ]

  /// Compares both ways: every member of the value is on the wire, and every member on the wire is in the value.
  static func compare(_ value: JSONValue, _ wire: JSONValue, sourceLocation: SourceLocation = #_sourceLocation) {
    let value = value.canonical
    let wire = wire.canonical
    #expect(value.claims(beyond: wire) == [], sourceLocation: sourceLocation)
    #expect(wire.losses(in: value) == [], sourceLocation: sourceLocation)
  }

  @Test("every recording is of a client-facing route, or has a reason not to be")
  func coverage() throws {
    let recordings = try Recording.all()
    let served = recordings.filter { Self.route(of: $0) != nil }
    let skipped = recordings.filter { Self.route(of: $0) == nil }
    #expect(recordings.count >= 191)
    #expect(served.count >= 170)
    #expect(skipped.allSatisfy { RecordedRoute.reasonToSkip($0) != nil })
  }

  @Test("every client-facing route is called in the one spelling that the server answers")
  func routes() { #expect(RecordedRoute.all.count == 83) }
}

extension JSONValue {
  /// The value as a text: the server accepts `"4"` for 4 and `"true"` for true.
  fileprivate var plain: String? { string ?? bool.map(String.init) ?? int.map(String.init) }
}
