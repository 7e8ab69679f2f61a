import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("No secret comes out anywhere")
struct CanaryTests {
  static let password = #"canary+pass"word/ü=1"#
  static let access = "canaryAccess.opaque+token/1="
  static let refresh = "canaryRefresh~opaque+token/2="
  static let header = "canaryHeader:value+3/="
  static let cookie = "canaryCookie+value/4="
  static let verifier = "canaryVerifier-5"
  static let secrets = [
    password, access, refresh, header, cookie, verifier, "canaryAccess.second", "canaryRefresh.second",
  ]

  static let faults: [FaultTransport.Fault?] = [
    nil, .refused, .nameNotFound, .localNetworkDenied, .timedOutBeforeSending, .replyLost, .cut, .duplicated,
    .status(401), .status(403), .status(404), .status(500), .status(502), .rateLimited(7), .rateLimited(nil),
    .loginPage, .truncated(0), .truncated(11), .truncated(30), .tls(.untrusted), .tls(.wrongHost),
  ]

  @Test("whatever fails, and however the server echoes what it got", arguments: EchoServer.Form.allCases)
  func nothingLeaks(form: EchoServer.Form) async throws {
    let operations: [OperationID] = ["test.login", "test.renew", "test.read", "test.write", "test.status"]
    for (index, fault) in LongRuns.all(of: Array(Self.faults.enumerated()), orEach: 7) {
      // Shift the operation by the form: over all eight forms, every fault strikes every operation.
      let operation = operations[(index + form.rawValue) % operations.count]
      let texts = try await Journey(form: form, operation: operation, fault: fault).run()
      #expect(Self.hits(in: texts).isEmpty, "\(operation) with \(String(describing: fault))")
    }
  }

  @Test("the search itself finds what is there")
  func searchWorks() {
    for secret in Self.secrets {
      for text in [
        "a \(secret) b", "x=\(secret.percentEncoded(keeping: ""))", Data("Bearer \(secret)".utf8).base64EncodedString(),
        Data("a: \(secret)!".utf8).base64EncodedString(),
        String(decoding: JSONValue.string("say \(secret)").serialized(), as: UTF8.self),
      ] {
        #expect(!Self.hits(in: [text]).isEmpty, "\(text)")
      }
    }
    #expect(Self.hits(in: ["harmless", ""]).isEmpty)
  }

  static func hits(in texts: [String]) -> [String] {
    let all = Set(texts).sorted().joined(separator: "\n").replacingOccurrences(of: "\0", with: " ")
    return forms.filter { strstr(all, $0) != nil }.map { form in
      "…\(all.components(separatedBy: form)[0].suffix(60))[\(form)]"
    }
  }

  /// Each secret plain, percent-encoded, JSON-escaped, and in base64 at each of the three places it can start at.
  private static let forms: [String] = secrets.flatMap { secret -> [String] in
    let quoted = String(decoding: JSONValue.string(secret).serialized().dropFirst().dropLast(), as: UTF8.self)
    let base64 = (0..<3).map { shift in
      let encoded = Data((String(repeating: "-", count: shift) + secret).utf8).base64EncodedString()
      return String(encoded.dropFirst(4).prefix(secret.utf8.count - 6))
    }
    return [
      secret, secret.percentEncoded(keeping: "."), secret.percentEncoded(keeping: ""), quoted,
      quoted.replacingOccurrences(of: "/", with: #"\/"#),
    ] + base64
  }
}

/// Signs in, reads, writes, renews and signs out against a server that echoes, and collects every text there is.
private struct Journey {
  let form: EchoServer.Form
  let operation: OperationID
  let fault: FaultTransport.Fault?

  struct Login: Decodable, Sendable {
    let accessToken: String
    let refreshToken: String
  }

  func run() async throws -> [String] {
    let server = EchoServer(form: form)
    let faults = FaultTransport(server)
    let recorder = RecordingTransport(faults)
    let files = MemoryFileSystem()
    let store = FileSecretStore(files: files)
    var options = ClientOptions()
    try options.setHeader("CF-Access-Client-Secret", CanaryTests.header)
    let service = TestService(
      recorder, address: try ServerAddress("nas.local"), secrets: store, files: files, options: options)
    if let fault { faults.fail(operation, with: fault) }
    var texts: [String] = []
    func collect(_ value: Any) {
      texts += [
        "\(value)", String(reflecting: value), dumped(value), "\(Mirror(reflecting: value).children.map(\.value))",
      ]
    }
    func attempt(_ body: () async throws -> Void) async {
      do { try await body() } catch {
        collect(error)
        texts += [error.localizedDescription, (error as? ClientError)?.text(.english) ?? ""]
      }
    }

    for isRight in [false, true, true] {
      await attempt {
        let endpoint = Self.login(password: isRight ? CanaryTests.password : CanaryTests.password + "wrong")
        collect(endpoint)
        let login = try await service.client.send(endpoint)
        let credentials = Credentials(
          account: "id", name: "ada", access: Secret(login.accessToken), refresh: Secret(login.refreshToken))
        collect(credentials)
        try await service.client.session.adopt(
          credentials, generation: service.client.session.currentGeneration())
      }
    }
    for step in 0..<3 {
      await attempt { _ = try await service.read("ok") }
      await attempt { _ = try await service.client.send(Self.write) }
      await attempt { _ = try await service.read("denied") }
      if step == 1 { server.expire() }
    }
    await attempt { _ = try await service.client.locator.locate() }
    if fault == nil { collect(service.client) }
    collect(options)
    let ended = try await service.client.session.end()
    if let ended { collect(ended) }

    Set(service.events.entries).forEach(collect)
    Set(server.requests).forEach { request in
      collect(request)
      collect(request.fields)
      request.fields.entries.forEach(collect)
      collect(Call(request: request, traits: .read, began: .zero))
    }
    Set(server.responses).forEach(collect)
    texts.append(service.client.log.copyAll())
    texts.append(String(decoding: try recorder.cassette.encoded(), as: UTF8.self))
    for (path, data) in files.contents {
      texts.append(path)
      if !path.hasPrefix("secrets/") { texts.append(String(decoding: data, as: UTF8.self)) }
    }
    texts += server.requests.map(\.url.absoluteString)
    return texts
  }

  static func login(password: String) -> Endpoint<Login> {
    .json(
      "test.login", .post, path: ["login"], fields: ["Cookie": "session=\(CanaryTests.cookie); theme=dark"],
      body: .json([
        "username": "ada", "password": .string(password), "code": [["verifier": .string(CanaryTests.verifier)]],
      ]), traits: .authentication)
  }

  static let write = Endpoint<String>.text(
    "note", .post, operation: "test.write", traits: .repeatableWrite,
    body: RequestBody(
      data: Data(
        "code_verifier=\(CanaryTests.verifier)&password=\(CanaryTests.password.percentEncoded(keeping: ""))".utf8),
      contentType: "application/x-www-form-urlencoded"))

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}

/// A careless server: its refusals repeat what it got.
final class EchoServer: Transport {
  enum Form: Int, CaseIterable, Sendable {
    case plain, json, nested, list, percent, base64, escaped, bearer
  }

  private struct State {
    var requests: [HTTPRequest] = []
    var responses: [HTTPResponse] = []
    var isRenewed = false
    var isExpired = false
  }

  private let form: Form
  private let state = Locked(State())

  init(form: Form) { self.form = form }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var responses: [HTTPResponse] { state.withLock { $0.responses } }
  func expire() { state.withLock { $0.isExpired = true } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    state.withLock { $0.requests.append(request) }
    var response = answer(to: request)
    response.fields["Set-Cookie"] = "session=\(CanaryTests.cookie)"
    let kept = response
    state.withLock { $0.responses.append(kept) }
    return response
  }

  private func answer(to request: HTTPRequest) -> HTTPResponse {
    let (isRenewed, isExpired) = state.withLock { ($0.isRenewed, $0.isExpired) }
    switch request.operation {
    case "test.status": return .json(["app": "test", "you": .string(echo(request))])
    case "test.login":
      if request.body.map({ String(decoding: $0, as: UTF8.self).contains("wrong") }) ?? true {
        return refusal(echo(request), status: 401)
      }
      return .json(["accessToken": .string(CanaryTests.access), "refreshToken": .string(CanaryTests.refresh)])
    case "test.renew":
      if isRenewed { return refusal(echo(request), status: 401) }
      state.withLock { $0.isRenewed = true }
      return .json(["accessToken": "canaryAccess.second", "refreshToken": "canaryRefresh.second"])
    default:
      if isExpired && !isRenewed { return refusal(echo(request), status: 401) }
      if request.url.lastPathComponent == "ok" { return .text("hello \(isRenewed ? CanaryTests.access : "")") }
      return refusal(echo(request), status: 403)
    }
  }

  private func echo(_ request: HTTPRequest) -> String {
    var parts = request.fields.entries.filter {
      ["Authorization", "Cookie", "x-refresh-token", "CF-Access-Client-Secret"].contains($0.name)
    }.map(\.value)
    parts += [String(decoding: request.body ?? Data(), as: UTF8.self)].filter { !$0.isEmpty }
    switch form {
    case .percent: return parts.map { $0.percentEncoded(keeping: ".") }.joined(separator: " ")
    case .base64: return parts.map { Data($0.utf8).base64EncodedString() }.joined(separator: " ")
    case .bearer: return "The token \(String((request.fields["Authorization"] ?? "").dropFirst(7))) is not known"
    case .escaped:
      return parts.map { String(decoding: JSONValue.string($0).serialized(), as: UTF8.self) }.joined(separator: " ")
    default: return parts.joined(separator: " ")
    }
  }

  private func refusal(_ text: String, status: Int) -> HTTPResponse {
    switch form {
    case .json: .json(["error": .string(text)], status: status)
    case .nested: .json(["error": ["message": .string(text)]], status: status)
    case .list: .json(["detail": [["msg": .string(text), "loc": ["body"]]]], status: status)
    default: .text(text, status: status)
    }
  }
}
