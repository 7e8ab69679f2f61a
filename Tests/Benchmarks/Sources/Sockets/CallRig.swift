import Foundation
import MediaCore
import MediaTesting
import SampleData
import ShelfClient

/// A signed-in client as an app has it, with the system's clock, over a transport.
struct CallRig: Sendable {
  let client: ServiceClient
  private let folder: URL

  /// The small answer, read as the package's models are.
  struct Item: Decodable, Sendable {
    let id: String
    let title: String
    let isFinished: Bool
    let text: String

    private enum CodingKeys: String, CodingKey { case id, title, isFinished, text }

    init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(CodingKeys.self)
      id = try members.requireID(.id)
      title = members[.title] ?? ""
      isFinished = members[.isFinished] ?? false
      text = members[.text] ?? ""
    }
  }

  init(address: ServerAddress, transport: any Transport = DefaultTransport()) async throws {
    let base = ProcessInfo.processInfo.environment["BENCHMARK_FOLDER"] ?? NSTemporaryDirectory()
    folder = URL(fileURLWithPath: base).appendingPathComponent("calls-\(UUID().uuidString)", isDirectory: true)
    client = ServiceClient(
      service: "benchmark", address: address, check: nil, coder: JSONCoder(dates: .milliseconds), transport: transport,
      environment: .live(folder: folder, secrets: MemorySecretStore())
    ) { _ in AuthenticationScheme() }
    let begun = await client.session.currentGeneration()
    try await client.session.adopt(
      Credentials(account: "ada", name: "Ada", access: Secret("a-token-of-some-length-0123456789")), generation: begun)
  }

  /// The small answer, decoded.
  func item() async throws -> Item {
    try await client.send(
      .json(OperationID("benchmark.item"), path: ["files", "0"], query: ["include": "progress"], traits: .read))
  }

  /// The bytes of the small answer.
  /// - Parameter number: in the query, since equal reads at one time would share a request.
  func bytes(_ number: Int) async throws -> Int {
    let endpoint = Endpoint<Int>(
      OperationID("benchmark.bytes"), path: ["files", "0"], query: ["number": number], traits: .read
    ) { response, _ in response.body.count }
    return try await client.send(endpoint)
  }

  /// The large page, decoded.
  func page() async throws -> ShelfPage {
    try await client.send(.json(OperationID("benchmark.page"), path: ["files", "1"], traits: .read))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// Answers at once with the small answer.
struct StubTransport: Transport {
  let response = HTTPResponse(
    status: 200, fields: ["Content-Type": "application/json"],
    body: Data(
      #"{"id":"item-1","title":"The Salt Clock","isFinished":false,"text":"\#(String(repeating: "x", count: 940))"}"#
        .utf8))

  func send(_ request: HTTPRequest) async throws -> HTTPResponse { response }
}
