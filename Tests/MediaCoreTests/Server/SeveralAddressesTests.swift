import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("One server at several addresses")
struct SeveralAddressesTests {
  /// Hosts that answer like one server, or like another one, or not at all.
  private final class Hosts: Sendable {
    struct State: Sendable {
      var down: Set<String> = []
      var withoutTLS: Set<String> = []
      var pages: Set<String> = []
      /// The answer to the question of the proof, by host.
      var secrets: [String: Data] = [:]
      /// Hosts that lose the answers to calls.
      var losing: Set<String> = []
      /// Hosts that answer calls with 503.
      var failing: Set<String> = []
    }
    let state = Locked(State())
    let transport: ClosureTransport

    init() {
      transport = ClosureTransport { [state] request in
        let (state, host) = (state.withLock { $0 }, request.url.host ?? "")
        if state.down.contains(host) { throw TransportFailure.unreachable(.refused) }
        if state.withoutTLS.contains(host), request.url.scheme == "https" { throw TransportFailure.notTLS }
        if state.pages.contains(host) { return .loginPage }
        switch request.operation {
        case "test.status": return .json(["app": "test", "version": "2.35.0"])
        case "test.secret":
          guard let body = state.secrets[host] else { return .json(["error": "Not found"], status: 404) }
          return HTTPResponse(status: 200, body: body)
        case "test.json": return .json(["host": .string(host)])
        default:
          if state.losing.contains(host) { throw TransportFailure.timedOut }
          if state.failing.contains(host) { return .text("", status: 503) }
          return .text(host)
        }
      }
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func requests(to host: String) -> [HTTPRequest] { transport.requests.filter { $0.url.host == host } }

    /// Whether a credential has gone to the host.
    func hasToken(_ host: String) -> Bool { requests(to: host).contains { $0.fields["Authorization"] != nil } }
  }

  private static let (home, away) = ("home.test", "away.test")
  private static let secret = Data(repeating: 7, count: 256)
  private static let question: Endpoint<HTTPResponse> = Endpoint("test.secret", path: ["secret"], traits: .probe) {
    response, _ in response
  }

  private let hosts = Hosts()
  private let files = MemoryFileSystem()
  private let secrets = MemorySecretStore()

  /// - Parameter confirmed: whether the user says that the other addresses are the same server's.
  private func service(
    _ address: String = Self.home, _ others: [String] = [Self.away], confirmed: Bool = true,
    files: (any FileSystem)? = nil, kept: Data? = nil, change: (inout ClientOptions) throws -> Void = { _ in }
  ) throws -> TestService {
    var options = ClientOptions()
    options.alternatives = try others.map { AlternativeAddress(try ServerAddress($0), isConfirmed: confirmed) }
    try change(&options)
    let service = TestService(
      hosts.transport, address: try ServerAddress(address), secrets: secrets, files: files ?? self.files,
      options: options)
    if let kept {
      service.client.locator.prove(with: ServerProof { [.init(Self.question, expected: kept)] })
    }
    return service
  }

  private func standings(_ service: TestService) async throws -> [AddressStanding] {
    try await service.client.locator.addresses().map(\.standing)
  }

  @Test("calls go to the address that answers, in both directions, and the sign-in stays")
  func homeAndAway() async throws {
    let service = try service()
    try await service.signIn()
    hosts.change { $0.down = [Self.away] }
    #expect(try await service.read() == Self.home)
    hosts.change { $0.down = [Self.home] }
    #expect(try await service.read() == Self.away)
    #expect(try await service.client.locator.addresses().map(\.isInUse) == [false, true])
    hosts.change { $0.down = [Self.away] }
    #expect(try await service.read() == Self.home)
    #expect(
      hosts.requests(to: Self.away).last { $0.operation == "test.read" }?.fields["Authorization"] == "Bearer access-0")
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
  }

  @Test("the probes of all addresses carry no credential, and calls of one moment share them")
  func probes() async throws {
    let service = try service()
    try await service.signIn()
    hosts.change { $0.down = [Self.home] }
    async let one = service.read("1")
    async let two = service.read("2")
    #expect(try await [one, two] == [Self.away, Self.away])
    let probes = hosts.transport.requests.filter { $0.operation == "test.status" }
    #expect(probes.allSatisfy { $0.fields["Authorization"] == nil && $0.body == nil })
    #expect(probes.count { $0.url.host == Self.away } == 1)
  }

  @Test("an address that is not trusted gets no credential and is named as such")
  func unproven() async throws {
    let service = try service(confirmed: false, kept: Self.secret)
    try await service.signIn()
    hosts.change { $0.down = [Self.home] }
    let error = await failure { try await service.read() }
    #expect(error.kind == .wrongServer && error.detail == ClientError.Detail.unprovenAddress)
    #expect(error.text(.english) == "The server answers at another address. Confirm that it is the same server.")
    #expect(!error.isFinalRefusal && error.endsRound)
    #expect(!hosts.hasToken(Self.away))
    #expect(try await standings(service) == [.home, .unproven])
    try await service.client.locator.confirm(ServerAddress(Self.away))
    #expect(try await service.read() == Self.away)
    #expect(try await standings(self.service(confirmed: false)) == [.home, .confirmed])
  }

  @Test("an address that answers with what only the server and this device know is trusted, at later launches too")
  func proven() async throws {
    let service = try service(confirmed: false, kept: Self.secret)
    try await service.signIn()
    hosts.change {
      $0.down = [Self.home]
      $0.secrets = [Self.away: Self.secret]
    }
    #expect(try await service.read() == Self.away)
    #expect(
      hosts.requests(to: Self.away).filter { $0.operation == "test.secret" }.allSatisfy {
        $0.fields["Authorization"] == nil
      })
    #expect(hosts.transport.requests.filter { $0.operation == "test.secret" }.allSatisfy { $0.redirects == .none })
    let asked = hosts.transport.count("test.secret")
    let later = try self.service(confirmed: false)
    #expect(try await later.read() == Self.away)
    #expect(try await standings(later) == [.home, .proven])
    #expect(hosts.transport.count("test.secret") == asked)
  }

  @Test(
    "nothing else is a proof",
    arguments: [
      nil, Data(), secret.dropLast(), Data(repeating: 7, count: 255), Data(repeating: 7, count: 257),
      Data(repeating: 8, count: 256),
    ])
  func wrongProof(answer: Data?) async throws {
    // 255 bytes are too few to prove anything, even if both sides are equal.
    let kept = answer?.count == 255 ? Data(repeating: 7, count: 255) : Self.secret
    let service = try service(confirmed: false, kept: kept)
    try await service.signIn()
    hosts.change {
      $0.down = [Self.home]
      $0.secrets[Self.away] = answer
    }
    #expect(await failure { try await service.read() }.detail == ClientError.Detail.unprovenAddress)
    #expect(try await service.client.locator.prove(ServerAddress(Self.away)) == .unproven)
    #expect(!hosts.hasToken(Self.away))
  }

  @Test("while the address in use answers, the others are compared with it")
  func provenInPassing() async throws {
    hosts.change { $0.secrets = [Self.home: Self.secret, Self.away: Self.secret] }
    let service = try service(confirmed: false)
    service.client.locator.prove(with: ServerProof { [.init(Self.question)] })
    try await service.signIn()
    #expect(try await service.read() == Self.home)
    await service.client.locator.proofsEnded()
    #expect(try await standings(service) == [.home, .proven])
    hosts.change { $0.down = [Self.home] }
    #expect(try await service.read() == Self.away)
  }

  @Test("what is stored is found through every address that is known to be the server's, whichever comes first")
  func sameStorage() async throws {
    let first = try service()
    try await first.signIn()
    _ = try await first.read()
    for (address, others) in [(Self.away, [Self.home]), (Self.away, []), (Self.home, [])] {
      let later = try service(address, others, confirmed: false)
      #expect(try await later.client.session.status() == .signedIn(account: "ada", name: "Ada"))
      #expect(later.client.accounts.name == first.client.accounts.name)
      #expect(later.client.home.key == first.client.home.key)
    }
  }

  @Test("what an earlier build has stored under one address is found when that address comes second")
  func storedUnderTheSecond() async throws {
    let earlier = try service(Self.home, [])
    try await earlier.signIn()
    let later = try service(Self.away, [Self.home], confirmed: false)
    #expect(try await later.client.session.status() == .signedIn(account: "ada", name: "Ada"))
    #expect(try await standings(later) == [.unproven, .home])
    #expect(try await later.read() == Self.home)
    await later.client.locator.proofsEnded()
    #expect(!hosts.hasToken(Self.away))
  }

  @Test("an address of another server stays another server")
  func anotherServer() async throws {
    let first = try service(Self.home, [])
    try await first.signIn()
    let other = try service(Self.away, [])
    #expect(try await other.client.session.status() == .signedOut)
    #expect(other.client.accounts.name != first.client.accounts.name)
  }

  @Test("headers go to the address that they were set for")
  func headers() async throws {
    let service = try service { options in
      try options.setHeader("X-Home", "1")
      try options.alternatives[0].setHeader("X-Away", "2")
      #expect(throws: ClientError.self) { try options.alternatives[0].setHeader("Authorization", "x") }
    }
    try await service.signIn()
    _ = try await service.read()
    hosts.change { $0.down = [Self.home] }
    _ = try await service.read()
    for (host, own, other) in [(Self.home, "X-Home", "X-Away"), (Self.away, "X-Away", "X-Home")] {
      let requests = hosts.requests(to: host)
      #expect(!requests.isEmpty && requests.allSatisfy { $0.fields[own] != nil && $0.fields[other] == nil })
    }
  }

  @Test("a write is sent to the next address only when the first one has not seen it")
  func writes() async throws {
    let service = try service()
    try await service.signIn()
    hosts.change { $0.down = [Self.away] }
    _ = try await service.read()
    hosts.change {
      $0.down = []
      $0.losing = [Self.home]
    }
    let write = Endpoint<String>.text("1", .post, operation: "test.write", traits: .write)
    #expect(await failure { try await service.client.send(write) }.kind == .timedOut)
    #expect(hosts.transport.count("test.write") == 1)
    hosts.change {
      $0.losing = []
      $0.down = [Self.home]
    }
    // After the lost answer, the client may have switched to the other address.
    #expect(try await service.client.send(write) == Self.away)
  }

  @Test("with no address that answers, a call fails once and asks each address at most twice")
  func allDown() async throws {
    let service = try service()
    try await service.signIn()
    _ = try await service.read()
    let before = hosts.transport.requests.count
    hosts.change { $0.down = [Self.home, Self.away] }
    #expect(await failure { try await service.read() }.kind == .unreachable)
    let asked = hosts.transport.requests[before...]
    #expect(asked.filter { $0.operation == "test.read" }.count == 1)
    #expect(asked.count <= 5)
  }

  @Test("a sign-in page at one address is passed over")
  func loginPage() async throws {
    let service = try service()
    try await service.signIn()
    _ = try await service.read()
    let inUse = try #require(await service.client.locator.addresses().first(where: \.isInUse)).address.host
    let other = inUse == Self.home ? Self.away : Self.home
    hosts.change { $0.pages = [inUse] }
    let endpoint = Endpoint<JSONValue>.json("test.json", path: ["host"], traits: .read)
    #expect(try await service.client.send(endpoint)["host"]?.string == other)
    hosts.change { $0.pages = [Self.home, Self.away] }
    let later = try self.service()
    let error = await failure { try await later.read() }
    #expect(error.kind == .wrongServer && error.detail == ClientError.Detail.html)
  }

  @Test("plain http is not used silently at a new address once https has worked at the first")
  func plainHTTP() async throws {
    let lan = "192.168.1.5"
    hosts.change {
      $0.withoutTLS = [lan]
      $0.secrets = [lan: Self.secret]
    }
    let service = try service(Self.home, [lan], confirmed: false, kept: Self.secret)
    try await service.signIn()
    _ = try await service.read()
    await service.client.locator.proofsEnded()
    let error = await failure { try await service.client.locator.prove(ServerAddress(lan)) }
    #expect(error.kind == .tls && error.detail == ClientError.Detail.needsConsent)
    #expect(!hosts.requests(to: lan).contains { $0.url.scheme == "http" })
    try await service.client.locator.use([
      with(AlternativeAddress(try ServerAddress(lan))) { $0.allowsPlainHTTP = true }
    ])
    // Over plain http, another machine could pass on the server's proof: only the user can confirm this address.
    #expect(try await service.client.locator.prove(ServerAddress(lan)) == .unproven)
    try await service.client.locator.confirm(ServerAddress(lan))
    #expect(try await standings(service) == [.home, .confirmed])
  }

  @Test("addresses can be replaced while the service is in use")
  func replaced() async throws {
    let service = try service(Self.home, [])
    try await service.signIn()
    #expect(try await service.read() == Self.home)
    hosts.change { $0.down = [Self.home] }
    #expect(await failure { try await service.read() }.kind == .unreachable)
    try await service.client.locator.use([AlternativeAddress(try ServerAddress(Self.away), isConfirmed: true)])
    #expect(try await service.read() == Self.away)
    hosts.change { $0.down = [] }
    try await service.client.locator.use([])
    #expect(try await service.read() == Self.home)
    #expect(try await standings(service) == [.home])
    let unknown = await failure { try await service.client.locator.confirm(ServerAddress("other.test")) }
    #expect(unknown.kind == .invalidRequest)
  }

  @Test("a note that cannot be read is an error, and a damaged one is no trust")
  func notes() async throws {
    let first = try service()
    try await first.signIn()
    _ = try await first.read()
    let note = try #require(files.contents.keys.first { $0.hasPrefix("addresses/") })
    files.isLocked = true
    let later = try service(confirmed: false)
    #expect(await failure { try await later.read() }.detail == "locked")
    files.isLocked = false
    #expect(try await later.read() == Self.home)
    for index in 0..<(files.contents[note]?.count ?? 0) {
      var bytes = try #require(files.contents[note])
      bytes[index] ^= 1
      let rotten = MemoryFileSystem(files.contents.merging([note: bytes]) { $1 })
      #expect(try await standings(service(confirmed: false, files: rotten)) == [.home, .unproven])
    }
  }

  @Test("a download that broke off goes on at the address that answers")
  func download() async throws {
    let service = try service()
    try await service.signIn()
    hosts.change { $0.down = [Self.away] }
    _ = try await service.read()
    hosts.change { $0.down = [Self.home] }
    let file = Endpoint<String>.text("1", operation: "test.file")
    #expect(await failure { try await service.client.download(file) { _ in } }.kind == .unreachable)
    _ = try await service.client.download(file) { _ in }
    #expect(hosts.requests(to: Self.away).contains { $0.operation == "test.file" })
  }

  @Test("a kept answer stands in when only an address that is not trusted answers")
  func keptAnswer() async throws {
    let service = try service(confirmed: false)
    try await service.signIn()
    hosts.change { $0.down = [Self.away] }
    let kept = with(EndpointTraits.read) { $0.caching = .staleOnError }
    #expect(try await service.read(traits: kept) == Self.home)
    hosts.change { $0.down = [Self.home] }
    let answer = try await service.client.answer(Endpoint<String>.text("1", traits: kept))
    #expect(answer.value == Self.home && answer.isStale)
    #expect(!hosts.hasToken(Self.away))
  }

  @Test("an address that is not trusted says nothing about the connection, whether it answers or not")
  func unprovenAndOffline() async throws {
    let service = try service(confirmed: false)
    try await service.signIn()
    hosts.change { $0.down = [Self.away] }
    _ = try await service.client.locator.base()
    await service.client.locator.proofsEnded()
    #expect(service.client.connectivity.status == .online)
    hosts.change { ($0.down) = [Self.home] }
    #expect(await failure { try await service.client.locator.locate() }.detail == ClientError.Detail.unprovenAddress)
    #expect(service.client.connectivity.status == .offline)
    #expect(hosts.requests(to: Self.away).contains { $0.operation == "test.status" })
  }

  @Test("a kept answer stands in when the other address answers that its server fails")
  func keptAnswerBeforeFailure() async throws {
    let service = try service()
    try await service.signIn()
    hosts.change { $0.down = [Self.away] }
    let kept = with(EndpointTraits.read) { $0.caching = .staleOnError }
    #expect(try await service.read(traits: kept) == Self.home)
    hosts.change { ($0.down, $0.failing) = ([Self.home], [Self.away]) }
    let answer = try await service.client.answer(Endpoint<String>.text("1", traits: kept))
    #expect(answer.value == Self.home && answer.isStale)
  }

  @Test("headers that are replaced while the address is in use go with the next call, and withdrawn ones with none")
  func replacedHeaders() async throws {
    let service = try service { try $0.alternatives[0].setHeader("X-Away", "old") }
    try await service.signIn()
    hosts.change { $0.down = [Self.home] }
    _ = try await service.read()
    var away = AlternativeAddress(try ServerAddress(Self.away))
    try away.setHeader("X-Away", "new")
    try await service.client.locator.use([away])
    _ = try await service.read()
    #expect(hosts.requests(to: Self.away).last?.fields["X-Away"] == "new")
    try await service.client.locator.use([AlternativeAddress(try ServerAddress(Self.away))])
    _ = try await service.read()
    #expect(hosts.requests(to: Self.away).last?.fields["X-Away"] == nil)
  }
}
