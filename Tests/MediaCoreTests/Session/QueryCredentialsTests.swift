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
    service(address: address) { _ in answer }
  }

  private func service(
    address: ServerAddress = .fake, respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) -> TestService {
    let requests = requests
    return TestService(
      ClosureTransport { request in
        requests.add(request)
        return request.operation == "test.ping" ? .json(["app": "test"]) : respond(request)
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

  @Test("an answer that cannot be read is not kept under the signed address: a 304 would bring it back for ever")
  func unreadable() async throws {
    let reads = Counter()
    let service = service { request in
      reads.add()
      if request.fields["If-None-Match"] == "\"1\"" { return HTTPResponse(status: 304) }
      let isFirst = reads.value == 1
      var answer = HTTPResponse.text(isFirst ? "[1, 2" : "[1, 2, 3]")
      answer.fields["ETag"] = isFirst ? "\"1\"" : "\"2\""
      return answer
    }
    try await service.signIn()
    let endpoint = Endpoint<[Int]>("test.read", path: ["a"], traits: .cachedRead) { response, decoding in
      try decoding.json([Int].self, from: response)
    }
    await #expect(throws: ClientError.self) { try await service.client.send(endpoint) }
    #expect(try await service.client.send(endpoint) == [1, 2, 3])
  }
}
