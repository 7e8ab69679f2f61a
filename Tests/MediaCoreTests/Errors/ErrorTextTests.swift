import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The texts of a first screen's errors")
struct ErrorTextTests {
  private static func text(_ kind: ClientError.Kind, detail: String? = nil, status: Int? = nil) -> String {
    ClientError(kind, operation: "test", status: status, detail: detail).text(.english)
  }

  @Test("nobody signed in, a sign-in that ran out and a wrong password are three different things")
  func signIn() {
    #expect(Self.text(.signedOut) == "Nobody is signed in.")
    #expect(Self.text(.signedOut, status: 401) == "Please sign in again.")
    #expect(
      Self.text(.signedOut, detail: ClientError.Detail.wrongCredentials, status: 401)
        == "The user name or password is wrong.")
  }

  @Test("each mistyped address has a sentence of its own")
  func addresses() throws {
    let problems = ServerAddress.Problem.allCases
    let texts = problems.map { Self.text(.invalidRequest, detail: $0.rawValue) }
    #expect(Set(texts).count == problems.count)
    #expect(!texts.contains(Self.text(.invalidRequest)))
    let error = #expect(throws: ClientError.self) { try ServerAddress("htp://nas.local") }
    #expect(error?.text(.english) == "Check the beginning: it should be https://.")
  }

  @Test("refusals of an Apple system are no unreachable servers")
  func refusals() {
    let blocked = TransportFailure(URLError(.appTransportSecurityRequiresSecureConnection))
    #expect(blocked == .unreachable(.plainHTTPBlocked))
    let path = ["_NSURLErrorNWPathKey": "unsatisfied (Local network prohibited), interface: en0"]
    #expect(TransportFailure(URLError(.notConnectedToInternet, userInfo: path)) == .unreachable(.localNetworkDenied))
    #expect(TransportFailure(URLError(.networkConnectionLost, userInfo: path)) == .unreachable(.connectionLost))
    #expect(TransportFailure(URLError(.notConnectedToInternet)) == .unreachable(.noNetwork))
    let details = [
      "localNetworkDenied", "plainHTTPBlocked", "noNetwork", ClientError.Detail.needsConsent, "refused",
    ]
    #expect(Set(details.map { Self.text(.unreachable, detail: $0) }).count == 5)
  }

  @Test("a full disk, a file in use and a locked device are three things, as are the faults of a certificate")
  func details() {
    let storage = ["full", "inUse", "locked", "notPermitted", nil].map { Self.text(.storage, detail: $0) }
    #expect(Set(storage).count == 5)
    #expect(storage[0] == "The device has no room left. Free some space and try again.")
    let tls = TransportFailure.TLSFault.allCases.map { Self.text(.tls, detail: $0.rawValue) }
    #expect(Set(tls).count == tls.count)
    #expect(Self.text(.tls, detail: "expired").contains("not valid today"))
    #expect(FileSystemError.locked.detail == "locked" && FileSystemError.inUse.detail == "inUse")
    #expect(FileSystemError.full.detail == "full" && FileSystemError.notPermitted.detail == "notPermitted")
  }

  @Test("a rate limit names the time that is left by the environment's clock, and none that is over")
  func rateLimit() async throws {
    let clock = ManualClock()
    var environment = ClientEnvironment.manual(clock: clock)
    func text(after seconds: Double) -> String {
      ClientError(.rateLimited, operation: "test", retryAt: clock.now() + seconds).text(environment.texts)
    }
    #expect(text(after: 1) == "The server asks to wait 2 seconds before trying again.")
    #expect(text(after: 89.2) == "The server asks to wait 90 seconds before trying again.")
    #expect(text(after: 601) == "The server asks to wait 11 minutes before trying again.")
    #expect(text(after: 7300) == "The server asks to wait 3 hours before trying again.")
    #expect(text(after: -1) == "The server asks to wait before trying again.")
    environment.texts = Texts(.coreGerman)
    #expect(text(after: 300) == "Der Server bittet, vor dem nächsten Versuch 5 Minuten zu warten.")
    let fixed = ClientError(.rateLimited, operation: "test", retryAt: clock.now() + 60)
    #expect(fixed.text(.english) == "The server asks to wait before trying again.")
  }

  @Test("a refusal shows the server's reason, and not the name of its status")
  func reasons() {
    func text(_ kind: ClientError.Kind, _ message: String?) -> String {
      ClientError(kind, operation: "test", status: 400, serverMessage: message).text(.english)
    }
    #expect(
      text(.forbidden, "Only the owner can share a list")
        == "This account may not do that. The server says: Only the owner can share a list")
    #expect(text(.invalidRequest, "Name is too long") == "The server refused this: Name is too long")
    for message in ["Forbidden", "403 Forbidden", "Bad Request.", " ", nil] {
      #expect(text(.forbidden, message) == "This account may not do that.")
    }
    #expect(text(.notFound, "Library item not found") == "The server does not have this any more.")
  }

  @Test("what the system shows of a call's error is in the language of the environment's texts")
  func localized() async throws {
    let service = TestService(ClosureTransport { _ in throw TransportFailure.timedOut }, texts: Texts(.coreGerman))
    try await service.signIn()
    let error = await failure { try await service.read() }
    #expect((error as any Error).localizedDescription == "Der Server hat zu lange nicht geantwortet.")
    #expect(error == ClientError(.timedOut, operation: "test.read"))
    #expect(
      (ClientError(.timedOut, operation: "test.read") as any Error).localizedDescription
        == "The server took too long to answer.")
  }

  @Test("a table translates; what it does not hold stays English")
  func german() {
    let texts = Texts(.coreGerman, Texts.Table(["test.own": "Eigenes"]))
    #expect(ClientError(.signedOut, operation: "test").text(texts) == "Niemand ist angemeldet.")
    #expect(ServerAddress.Problem.empty.text(texts) == "Bitte die Adresse des Servers eingeben.")
    #expect(texts("test.own", english: "Own") == "Eigenes")
    #expect(texts("test.other", english: "Other %@", "1") == "Other 1")
  }
}
