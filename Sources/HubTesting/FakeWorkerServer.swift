import Foundation
public import MediaTesting

/// A MeTubeWorker in the same process: one list for all clients, one growing sequence, exact paths, a hundred videos per channel.
///
/// ```swift
/// let server = FakeWorkerServer()
/// let worker = WorkerService(server: .fake, transport: server.transport, environment: .manual())
/// ```
public final class FakeWorkerServer: FakeServer {
  /// The installation and configuration of the server.
  public struct Settings: Sendable, Hashable {
    /// The number of videos that the server keeps per channel; older ones are removed.
    public var keptPerChannel = 100
    /// The place for the client's next query in an answer without rows; nil repeats the place of the request.
    public var emptyPlace: Int? = 0

    public init() {}
  }

  public let log = RequestLog(keeping: [.body])
  private let state: Locked<WorkerState>

  /// Creates a server.
  /// - Parameter world: the channels and videos at the start.
  public init(world: WorkerWorld = .sample, settings: Settings = Settings()) {
    state = Locked(WorkerState(world: world, settings: settings))
  }

  public func respond(to request: HTTPRequest) -> HTTPResponse {
    state.withLock { state in
      let read = FakeRequest(request)
      var response = state.respond(to: read)
      response.url = request.url
      log.note(read, request.operation, response)
      return response
    }
  }

  /// Restarts the server, which changes nothing: the Worker keeps all data in its database.
  public func restart() {}

  // MARK: Hooks

  /// The ids of the channels, in the order in which they were registered.
  public var channels: [String] { state.withLock { $0.channels.map(\.id) } }
  /// The last place in the server's sequence that was given to a video.
  public var lastPlace: Int { state.withLock { $0.lastPlace } }

  /// Adds a video to the server, as if it was published and found.
  public func publish(_ upload: HubWorld.Upload) { state.withLock { $0.publish(upload) } }

  /// Fails the next calls with this status and no JSON, as behind a proxy.
  public func failNext(_ count: Int = 1, status: Int) { state.withLock { $0.planned.plan(count, where: "", status) } }
}
