import Foundation
public import MediaTesting

/// A MeTubeWorker that runs in the same process. Like a real Worker, it has one list of channels for all clients, numbers its videos in one
/// growing sequence, accepts only exact paths, and keeps a hundred videos per channel.
///
/// ```swift
/// let server = FakeWorkerServer()
/// let worker = WorkerService(server: .fake, transport: server.transport, environment: .manual())
/// ```
public final class FakeWorkerServer: FakeServer {
  /// The settings of the server.
  public struct Settings: Sendable, Hashable {
    /// The number of videos that the server keeps per channel. Older videos are removed.
    public var keptPerChannel = 100
    /// The value of `maxSeqReturned` in an answer without videos: the place in the server's sequence from which the client's next query
    /// continues. If nil, such an answer repeats the place of the query.
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

  /// Restarts the server. A restart changes nothing, because a Worker keeps all data in its database.
  public func restart() {}

  // MARK: Hooks

  /// The ids of the channels, in the order in which they were registered.
  public var channels: [String] { state.withLock { $0.channels.map(\.id) } }
  /// The number of the newest video in the server's growing sequence of videos.
  public var lastPlace: Int { state.withLock { $0.lastPlace } }

  /// Adds a video to the server, as if it was published on YouTube and the server had found it.
  public func publish(_ upload: HubWorld.Upload) { state.withLock { $0.publish(upload) } }

  /// Makes the next `count` calls fail with the given status. The body is not JSON, like an error page of a proxy.
  public func failNext(_ count: Int = 1, status: Int) { state.withLock { $0.planned.plan(count, where: "", status) } }
}
