import Foundation
import MediaTesting
import TestSupport

@testable import MediaCore

/// A small service: text under ids, signed with tokens that can be renewed.
struct TestService {
  let client: ServiceClient
  let clock: ManualClock
  let secrets: any SecretStore
  let files: any FileSystem
  let events: Notebook<ClientEvent>

  static let key = "test/server.test:"

  init(
    _ transport: any Transport, address: ServerAddress = .fake, check: IdentityCheck? = .test,
    clock: ManualClock = ManualClock(passing: .everything), secrets: any SecretStore = MemorySecretStore(),
    files: any FileSystem = MemoryFileSystem(), options: ClientOptions = ClientOptions(), seed: UInt64 = 1,
    texts: Texts = .english, scheme: ((RequestSender) -> AuthenticationScheme)? = nil
  ) {
    let events = Notebook<ClientEvent>()
    var options = options
    options.onEvent = { events.add($0) }
    client = ServiceClient(
      service: "test", address: address, check: check, coder: JSONCoder(dates: .milliseconds), transport: transport,
      environment: with(.manual(clock: clock, seed: seed, files: files, secrets: secrets)) { $0.texts = texts },
      options: options,
      scheme: scheme ?? { AuthenticationScheme(renew: Self.renew($0)) })
    self.clock = clock
    self.secrets = secrets
    self.files = files
    self.events = events
  }

  struct Pair: Decodable, Sendable {
    let accessToken: String
    let refreshToken: String
    let expiresAt: Date?
  }

  static func renew(_ sender: RequestSender) -> AuthenticationScheme.Renew {
    { (credentials) async throws(ClientError) in
      let endpoint = Endpoint<Pair>.json(
        "test.renew", .post, path: ["auth", "refresh"],
        fields: ["x-refresh-token": credentials.refresh?.reveal() ?? ""], traits: .authentication)
      do throws(ClientError) {
        let pair = try await sender.send(endpoint)
        var new = credentials
        new.access = Secret(pair.accessToken)
        new.refresh = Secret(pair.refreshToken)
        new.expiresAt = pair.expiresAt
        return .renewed(new)
      } catch {
        if error.status == 401 { return .refused }
        throw error
      }
    }
  }

  func signIn(_ number: Int = 0, account: String = "ada", expiresAt: Date? = nil) async throws {
    try await client.session.adopt(
      .numbered(number, account: account, expiresAt: expiresAt), generation: client.session.currentGeneration())
  }

  func read(_ id: String = "1", traits: EndpointTraits = .read) async throws(ClientError) -> String {
    try await client.send(.text(id, traits: traits))
  }

  /// The pair in the store.
  var stored: Credentials? { (try? secrets.read(Self.key)).flatMap(Credentials.init(sealed:)) }
}

extension Credentials {
  static func numbered(_ number: Int, account: String = "ada", expiresAt: Date? = nil) -> Credentials {
    Credentials(
      account: account, name: account.capitalized, access: Secret("access-\(number)"),
      refresh: Secret("refresh-\(number)"), expiresAt: expiresAt)
  }
}

extension Endpoint where Response == String {
  static func text(
    _ id: String = "1", _ method: HTTPMethod = .get, operation: OperationID = "test.read",
    traits: EndpointTraits = .read,
    body: RequestBody? = nil, fields: HTTPFields = [:]
  ) -> Endpoint {
    Endpoint(operation, method, path: ["texts", .id(id)], fields: fields, body: body, traits: traits) { response, _ in
      String(decoding: response.body, as: UTF8.self)
    }
  }
}

extension IdentityCheck {
  static let test = IdentityCheck("test.status", path: ["status"], fallbackPath: ["audiobookshelf"]) { response in
    guard response.isSuccess, let value = try? JSONValue(parsing: response.body), value["app"] == "test" else {
      return nil
    }
    return ServerFacts(version: value["version"]?.string)
  }
}

extension Credentials {
  func sealed() -> Secret { StoredSignIn.current(self).sealed() }

  init?(sealed: Secret) {
    guard case .current(let credentials) = StoredSignIn(sealed: sealed) else { return nil }
    self = credentials
  }
}
