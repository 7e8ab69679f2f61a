import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Credentials in the query")
struct QueryCredentialsTests {
  private let requests = Notebook<HTTPRequest>()

  private func service(
    _ answer: HTTPResponse = .text("text 1"), address: ServerAddress = .fake
  ) -> TestService {
    let requests = requests
    return TestService(
      ClosureTransport { request in
        requests.add(request)
        return request.operation == "test.ping" ? .json(["app": "test"]) : answer
      }, address: address,
      check: IdentityCheck("test.ping", path: ["ping"], query: ["v": "1.16.1", "f": "json"]) { response in
        (try? JSONValue(parsing: response.body))?["app"] == "test" ? ServerFacts() : nil
      }
    ) { _ in
      AuthenticationScheme(authorize: { _, _ in }, query: { ["u": $0.name, "p": $0.access.reveal()] })
    }
  }

  private func queries(of operation: OperationID) -> [String?] {
    requests.entries.filter { $0.operation == operation }
      .map { URLComponents(url: $0.url, resolvingAgainstBaseURL: false)?.percentEncodedQuery }
  }

  @Test("go behind the query of the route, encoded, and not into a header")
  func signed() async throws {
    let service = service()
    try await service.client.session.adopt(
      Credentials(account: "ada", name: "Ada & Co", access: Secret("a+b=c")),
      generation: service.client.session.currentGeneration())
    let endpoint = Endpoint(
      "test.list", path: ["list"], query: ["size": 5], traits: .read, decode: { response, _ in response.status })
    #expect(try await service.client.send(endpoint) == 200)
    #expect(queries(of: "test.list") == ["size=5&u=Ada%20%26%20Co&p=a%2Bb%3Dc"])
    #expect(requests.entries.allSatisfy { $0.fields["Authorization"] == nil })
  }

  @Test("the identity check asks with its own query and without credentials")
  func check() async throws {
    let service = try service(address: ServerAddress("nas.example.org"))
    try await service.signIn()
    _ = try await service.read()
    #expect(queries(of: "test.ping").allSatisfy { $0 == "v=1.16.1&f=json" })
    #expect(queries(of: "test.ping").isEmpty == false)
  }

  @Test("a server that repeats them in its refusal puts them into no error")
  func refused() async throws {
    let service = service(.json(["error": "wrong password opensesame for Ada"], status: 400))
    try await service.client.session.adopt(
      Credentials(account: "ada", name: "Ada", access: Secret("opensesame")),
      generation: service.client.session.currentGeneration())
    let error = await failure { try await service.read() }
    #expect(error.status == 400)
    #expect("\(error) \(error.serverMessage ?? "")".contains("opensesame") == false)
  }
}
