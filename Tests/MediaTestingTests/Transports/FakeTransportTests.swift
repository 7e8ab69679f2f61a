import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

@Suite("A transport that answers by the script")
struct FakeTransportTests {
  private let transport = FakeTransport()

  private func send(_ operation: OperationID, path: String = "x") async throws -> HTTPResponse {
    let url = try #require(URL(string: "https://server.test/\(path)"))
    return try await transport.send(HTTPRequest(url: url, operation: operation))
  }

  @Test("answers each call once, in the order they were given")
  func once() async throws {
    transport.answer("a", with: .text("1"))
    transport.answer("b", with: .text("b"))
    transport.answer("a", with: .text("2"))
    #expect(try await send("a") == .text("1"))
    #expect(try await send("a") == .text("2"))
    #expect(transport.problems == ["unused: b"])
    #expect(try await send("b") == .text("b"))
    #expect(transport.problems.isEmpty)
    #expect(transport.requests.map(\.operation) == ["a", "a", "b"] && transport.count("a") == 2)
  }

  @Test("a call that nobody expected fails and is a problem")
  func unexpected() async throws {
    transport.answer("a", with: .text("1"))
    _ = try await send("a")
    for operation in ["a", "z"] as [OperationID] {
      let unexpected = ClientError(.unsupported, operation: operation, detail: "unexpectedCall")
      await #expect(throws: unexpected) { try await send(operation) }
    }
    #expect(transport.problems == ["unexpected: a", "unexpected: z"])
  }

  @Test("a lasting answer comes after the ones given before it, and has to be used")
  func lasting() async throws {
    transport.answer("a", with: .text("first"))
    transport.alwaysAnswer("a", with: .text("then"))
    transport.alwaysAnswer("unused", with: .text(""))
    for text in ["first", "then", "then", "then"] { #expect(try await send("a") == .text(text)) }
    #expect(transport.problems == ["unused: unused"])
  }

  @Test("an answer may look at the request, and may be an error")
  func responders() async throws {
    transport.alwaysAnswer("a") { .text($0.url.lastPathComponent) }
    transport.answer("b") { _ in throw TransportFailure.timedOut }
    #expect(try await send("a", path: "one") == .text("one"))
    await #expect(throws: TransportFailure.timedOut) { try await send("b") }
    #expect(transport.problems.isEmpty)
  }
}

@Suite("Faults between a client and a server")
struct FaultTransportTests {
  private let server = FakeTransport()
  private var faults: FaultTransport

  init() {
    server.alwaysAnswer("a", with: .json(["text": "0123456789"]))
    faults = FaultTransport(server)
  }

  private func send(_ operation: OperationID = "a") async throws -> HTTPResponse {
    let url = try #require(URL(string: "https://server.test/x"))
    return try await faults.send(HTTPRequest(url: url, operation: operation))
  }

  struct Case: Sendable {
    let fault: FaultTransport.Fault
    let arrives: Int
    let failure: TransportFailure?
    var status = 200
  }

  static let cases = [
    Case(fault: .refused, arrives: 0, failure: .unreachable(.refused)),
    Case(fault: .nameNotFound, arrives: 0, failure: .unreachable(.nameNotFound)),
    Case(fault: .localNetworkDenied, arrives: 0, failure: .unreachable(.localNetworkDenied)),
    Case(fault: .timedOutBeforeSending, arrives: 0, failure: .timedOut),
    Case(fault: .tls(.expired), arrives: 0, failure: .tls(.expired)),
    Case(fault: .replyLost, arrives: 1, failure: .timedOut),
    Case(fault: .cut, arrives: 1, failure: .unreachable(.connectionLost)),
    Case(fault: .duplicated, arrives: 2, failure: nil),
    Case(fault: .status(502), arrives: 0, failure: nil, status: 502),
    Case(fault: .rateLimited(7), arrives: 0, failure: nil, status: 429),
    Case(fault: .rateLimited(nil), arrives: 0, failure: nil, status: 429),
    Case(fault: .loginPage, arrives: 0, failure: nil),
    Case(fault: .truncated(5), arrives: 1, failure: nil),
  ]

  @Test("each arrives, or not, as it says, and strikes once", arguments: cases)
  func each(_ fault: Case) async throws {
    faults.fail("a", with: fault.fault)
    if let failure = fault.failure {
      await #expect(throws: failure) { try await send() }
    } else {
      let response = try await send()
      #expect(response.status == fault.status)
      if case .rateLimited(let seconds) = fault.fault {
        #expect(response.fields["Retry-After"] == seconds.map(String.init))
      }
      if fault.fault == .truncated(5) { #expect(response.body == Data(#"{"tex"#.utf8)) }
      if fault.fault == .loginPage { #expect(response == .loginPage) }
    }
    #expect(server.count("a") == fault.arrives)
    #expect(try await send().status == 200)
    #expect(faults.operations == ["a", "a"])
  }

  @Test("faults wait for their operation, strike in order, and those for anything strike first come")
  func order() async throws {
    server.alwaysAnswer("b", with: .text("b"))
    faults.fail("a", with: .refused, .status(500))
    faults.fail(with: .status(418))
    #expect(try await send("b").status == 418)
    await #expect(throws: TransportFailure.unreachable(.refused)) { try await send() }
    #expect(try await send().status == 500)
    #expect(try await send().status == 200)
  }

  @Test("cleared faults strike no later call and are no problems; a server that is down stays down")
  func cleared() async throws {
    faults.fail("a", with: .refused, .status(500))
    faults.fail(with: .status(418))
    await #expect(throws: TransportFailure.unreachable(.refused)) { try await send() }
    #expect(faults.problems.count == 2)
    faults.isDown = true
    faults.clear()
    #expect(faults.problems == [] && faults.isDown)
    faults.isDown = false
    #expect(try await send().status == 200)
  }

  @Test("while it is down, nothing gets through, and waiting faults keep waiting")
  func down() async throws {
    faults.fail("a", with: .status(500))
    faults.isDown = true
    for _ in 0..<3 { await #expect(throws: TransportFailure.unreachable(.refused)) { try await send() } }
    #expect(server.requests.isEmpty)
    faults.isDown = false
    #expect(try await send().status == 500)
  }
}
