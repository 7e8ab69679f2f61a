import Foundation
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

  @Test("a table translates; what it does not hold stays English")
  func german() {
    let texts = Texts(.coreGerman, Texts.Table(["test.own": "Eigenes"]))
    #expect(ClientError(.signedOut, operation: "test").text(texts) == "Niemand ist angemeldet.")
    #expect(ServerAddress.Problem.empty.text(texts) == "Bitte die Adresse des Servers eingeben.")
    #expect(texts("test.own", english: "Own") == "Eigenes")
    #expect(texts("test.other", english: "Other %@", "1") == "Other 1")
  }
}
