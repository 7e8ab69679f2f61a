import Foundation
import MediaCore
import MediaTesting
import Misbehaver
import ShelfClient
import Testing

extension HostileServer {
  /// A fake server behind a real socket.
  /// - Parameter script: answers in its place; nil lets the fake answer.
  static func serving(
    _ fake: any FakeServer, tls: TLSIdentity? = nil, port: Int = 0,
    _ script: @escaping @Sendable (ReceivedRequest) -> [Step]? = { _ in nil }
  ) async throws -> HostileServer {
    try await start(tls: tls, port: port) { request in
      if let steps = script(request) { return steps }
      guard let url = URL(string: "http://127.0.0.1" + request.target) else { return [.answer(400, [], "")] }
      var outgoing = HTTPRequest(method: HTTPMethod(rawValue: request.method), url: url)
      for field in request.fields { outgoing.fields.append(field.name, field.value) }
      outgoing.body = request.body.isEmpty ? nil : Data(request.body)
      let response = fake.respond(to: outgoing)
      let fields = response.fields.entries.filter { $0.name.lowercased() != "content-length" }
      return [.answer(response.status, fields.map { ($0.name, $0.value) }, body: Array(response.body))]
    }
  }

  /// A typed address of this server.
  func typed(_ scheme: String = "http://", host: String = "127.0.0.1") throws -> ServerAddress {
    try ServerAddress("\(scheme)\(host):\(port)")
  }
}

/// Secrets that must be seen nowhere but in the request that needs them.
enum Canary {
  static let user = "ada"
  static let password = "correct horse"
  static let header = "canary-header-value-7f3a"
}

/// A device with a folder of its own, on which an app starts again and again.
final class Device: Sendable {
  let folder: URL
  let files: FolderFileSystem
  let secrets: any SecretStore
  let clock: ManualClock
  let events = Locked<[ClientEvent]>([])

  init(clock: ManualClock = ManualClock(passing: .everything), secrets: (any SecretStore)? = nil) {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("security-\(UUID().uuidString)/app")
    files = FolderFileSystem(folder: folder)
    self.secrets = secrets ?? FileSecretStore(files: files)
    self.clock = clock
  }

  deinit { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

  /// Starts the app. Waits pass at once; requests take the time they take.
  func shelf(
    _ address: ServerAddress, transport: (any Transport)? = nil,
    _ change: (inout ClientOptions) throws -> Void = { _ in }
  ) throws -> ShelfService {
    var options = ClientOptions()
    options.onEvent = { [events] event in events.withLock { $0.append(event) } }
    try change(&options)
    let environment = ClientEnvironment(
      clock: clock, random: SeededRandom(seed: 7), files: files, secrets: secrets)
    return ShelfService(
      server: address, transport: transport ?? DefaultTransport(), environment: environment, options: options)
  }

  /// Every file below the folder, with its content.
  var contents: [(path: String, data: Data, permissions: Int)] {
    let manager = FileManager.default
    let root = folder.path
    return (manager.subpaths(atPath: root) ?? []).sorted().compactMap { path in
      let full = root + "/" + path
      let attributes = try? manager.attributesOfItem(atPath: full)
      let permissions = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
      guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
      return (path, (try? Data(contentsOf: URL(fileURLWithPath: full))) ?? Data(), permissions)
    }
  }

  var folders: [(path: String, permissions: Int)] {
    let manager = FileManager.default
    let root = folder.path
    return ([""] + (manager.subpaths(atPath: root) ?? [])).compactMap { path in
      let attributes = try? manager.attributesOfItem(atPath: path.isEmpty ? root : root + "/" + path)
      guard attributes?[.type] as? FileAttributeType == .typeDirectory else { return nil }
      return (path, (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0)
    }
  }
}

/// The error that `body` throws.
func failure<Value>(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () async throws -> Value
) async -> ClientError {
  do {
    _ = try await body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let error as ClientError {
    return error
  } catch {
    Issue.record("\(error) is no ClientError", sourceLocation: sourceLocation)
  }
  return ClientError(ClientError.Kind(rawValue: "none"), operation: OperationID(""))
}

extension Data {
  func holds(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}

extension HostileServer {
  /// Whether nothing of a sign-in came here, not even between the lines.
  var hasSeenNoSecret: Bool {
    !hasSeen(Canary.password) && !hasSeen("correct%20horse") && !hasSeen(Canary.header) && !hasSeen("Authorization")
      && !hasSeen("authorization") && !hasSeen("x-refresh-token") && !hasSeen("Cookie") && !hasSeen("eyJ")
  }
}
