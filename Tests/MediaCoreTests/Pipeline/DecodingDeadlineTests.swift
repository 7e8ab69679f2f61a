import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Decoding within the call")
struct DecodingDeadlineTests {
  /// An element that cannot be read.
  private struct Wrong: Decodable, Sendable {
    @TaskLocal static var onDecode: @Sendable () -> Void = {}

    init(from decoder: any Decoder) throws {
      Self.onDecode()
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: ""))
    }
  }

  private static let list = Endpoint<LossyList<Wrong>>.json(
    "test.list", path: ["list"], traits: EndpointTraits(credentials: .none, isRepeatable: true, isRead: true))

  private func service(_ clock: ManualClock) -> TestService {
    let body = Data(("[" + Array(repeating: "0", count: 100_000).joined(separator: ",") + "]").utf8)
    return TestService(ClosureTransport { _ in HTTPResponse(status: 200, body: body) }, clock: clock)
  }

  @Test("an answer is decoded in the task that the call's deadline cancels")
  func deadline() async throws {
    let tasks = Notebook<Int>()
    let deadline = DeadlineMiddleware(timer: DeadlineTimer(clock: ManualClock()))
    let url = try #require(URL(string: "https://nas.local"))
    var call = Call(request: HTTPRequest(url: url), traits: .read, began: .zero)
    call.finish = { _ in withUnsafeCurrentTask { tasks.add($0.hashValue) } }
    _ = try await deadline.respond(to: call) { _ in
      withUnsafeCurrentTask { tasks.add($0.hashValue) }
      return HTTPResponse(status: 200)
    }
    withUnsafeCurrentTask { tasks.add($0.hashValue) }
    let entries = tasks.entries
    #expect(entries.count == 3 && entries[0] == entries[1] && entries[1] != entries[2])
  }

  @Test("decoding ends with the task that asked")
  func cancelling() async throws {
    let service = service(ManualClock(passing: .everything))
    let count = Locked(0)
    let error = await Wrong.$onDecode.withValue({
      count.withLock { $0 += 1 }
      withUnsafeCurrentTask { $0?.cancel() }
    }) { await failure { try await service.client.send(Self.list) } }
    #expect(error.kind == .cancelled)
    #expect(count.withLock { $0 } == 1)
  }

  @Test("a list of nothing but wrong elements is empty, and its faults are counted but not kept one by one")
  func counted() async throws {
    let service = service(ManualClock(passing: .everything))
    #expect(try await service.client.send(Self.list).elements.isEmpty)
    let faults = service.events.entries.compactMap { event -> (Int, Int)? in
      if case .tolerated(_, let count, let issues) = event { (count, issues.count) } else { nil }
    }
    #expect(faults.map(\.0) == [100_000] && faults.map(\.1) == [50])
  }

  @Test("a file is decoded to its end whatever becomes of the task")
  func files() async throws {
    let decoded = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try? JSONCoder(dates: .milliseconds).decode(LossyList<Int>.self, from: Data("[1,2,3]".utf8)).elements
    }.value
    #expect(decoded == [1, 2, 3])
  }
}
