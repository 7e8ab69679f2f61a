import Foundation
public import MediaCore
public import MediaTesting

/// A MeTubeWorker in the same process: one list for everybody, one growing sequence, exact paths, a hundred videos a channel.
///
/// ```swift
/// let server = FakeWorkerServer()
/// let worker = WorkerService(server: .fake, transport: server.transport, environment: .manual())
/// ```
public final class FakeWorkerServer: FakeServer {
  public struct Settings: Sendable, Hashable {
    /// Older rows of a channel vanish.
    public var keptPerChannel = 100
    /// What an answer without rows says as its place; nil for what was asked with.
    public var emptyPlace: Int? = 0

    public init() {}
  }

  public struct LoggedRequest: Sendable, Hashable {
    public let method: String
    public let path: String
    /// The SDK's own id for the call.
    public let operation: String
    public let status: Int
    public let body: JSONValue?
  }

  private let state: Locked<WorkerState>

  public init(world: WorkerWorld = .sample, settings: Settings = Settings()) {
    state = Locked(WorkerState(world: world, settings: settings))
  }

  public func respond(to request: HTTPRequest) -> HTTPResponse {
    state.withLock { state in
      let read = FakeRequest(request)
      var response = state.respond(to: read)
      response.url = request.url
      state.log.append(
        LoggedRequest(
          method: read.method, path: read.rawPath, operation: request.operation, status: response.status,
          body: read.json))
      return response
    }
  }

  /// Everything is in the database.
  public func restart() {}

  // MARK: Hooks

  public var requests: [LoggedRequest] { state.withLock { $0.log } }
  public func count(_ operation: String) -> Int { requests.count { $0.operation == operation } }
  public func clearRequests() { state.withLock { $0.log = [] } }
  public var channels: [String] { state.withLock { $0.channels.map(\.id) } }
  /// The last place that was given to a row.
  public var lastPlace: Int { state.withLock { $0.lastPlace } }

  /// The server learns of a video.
  public func publish(_ upload: HubWorld.Upload) { state.withLock { $0.publish(upload) } }

  /// The next calls fail with this status and no JSON, as behind a proxy.
  public func failNext(_ count: Int = 1, status: Int) {
    state.withLock { $0.failures += Array(repeating: status, count: count) }
  }
}
