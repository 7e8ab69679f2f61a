import MediaCore
import NIOCore

/// The connections of one server, and the work that is being done for each.
final class Connections: Sendable {
  private struct Connection {
    let channel: any Channel
    /// Ends the work that is being done.
    var cancel: (@Sendable () -> Void)?
    /// Whether the client has left, which can happen before its work is registered here.
    var isLeft = false
  }

  private struct State {
    var open: [ObjectIdentifier: Connection] = [:]
    var refusesNew = false
  }

  private let state = Locked(State())

  var count: Int { state.withLock { $0.open.count } }

  func refuseNew() { state.withLock { $0.refusesNew = true } }

  /// Returns once they are closed: nothing more is read from them.
  func closeAll() async {
    let all = state.withLock { Array($0.open.values) }
    for connection in all { connection.cancel?() }
    for connection in all { try? await connection.channel.close() }
  }

  /// - Returns: false when the server is about to end.
  func opened(_ channel: any Channel) -> Bool {
    state.withLock { state in
      if !state.refusesNew { state.open[ObjectIdentifier(channel)] = Connection(channel: channel) }
      return !state.refusesNew
    }
  }

  func closed(_ channel: any Channel) {
    state.withLock { $0.open.removeValue(forKey: ObjectIdentifier(channel)) }?.cancel?()
  }

  /// The client has left: cancels the work that runs for it.
  func clientLeft(_ channel: any Channel) {
    let cancel = state.withLock { state in
      state.open[ObjectIdentifier(channel)]?.isLeft = true
      return state.open[ObjectIdentifier(channel)]?.cancel
    }
    cancel?()
  }

  /// Does `work` for the client of `channel`; cancelled when that leaves.
  func run<Result: Sendable>(
    on channel: any Channel, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await work() }
    let isLeft = state.withLock { state in
      state.open[ObjectIdentifier(channel)]?.cancel = { task.cancel() }
      return state.open[ObjectIdentifier(channel)]?.isLeft ?? true
    }
    if isLeft { task.cancel() }
    defer { state.withLock { $0.open[ObjectIdentifier(channel)]?.cancel = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// Notices when a client opens, leaves and closes a connection.
///
/// `@unchecked Sendable`: it holds nothing but a reference to ``Connections``, and NIO calls it on one event loop.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler, @unchecked Sendable {
  typealias InboundIn = Never

  private let connections: Connections

  init(_ connections: Connections) { self.connections = connections }

  func handlerAdded(context: ChannelHandlerContext) {
    if !connections.opened(context.channel) { context.close(promise: nil) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { connections.clientLeft(context.channel) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    connections.closed(context.channel)
    context.fireChannelInactive()
  }
}
