public import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// A server on 127.0.0.1 that answers with exactly the bytes of its script, when the script says so, and keeps all that it got.
///
/// ```swift
/// let server = try await HostileServer.start { request in [.bytes("HTTP/1.1 200 OK\r\nContent-Length:
/// 100\r\n\r\nhalf"), .close] }
/// ```
public final class HostileServer: Sendable {
  /// The steps for a connection, one after the other. After the last step the connection stays open for more requests.
  public enum Step: Sendable {
    case bytes([UInt8])
    /// One byte after the other.
    case drip([UInt8], every: Duration)
    /// The same bytes so many times, each as soon as the one before is on its way; `sent` counts them.
    case stream([UInt8], times: Int, sent: @Sendable () -> Void = {})
    case pause(Duration)
    /// Sends nothing more, and keeps the connection open.
    case silence
    case close
    /// Ends the connection with an RST.
    case reset
  }

  /// The step for a request that came whole.
  public typealias Script = @Sendable (ReceivedRequest) -> [Step]

  private let channel: any Channel
  private let log: Log
  private let blockers: Blockers
  private let scheme: String

  private init(channel: any Channel, log: Log, scheme: String) {
    self.channel = channel
    self.log = log
    self.scheme = scheme
    blockers = Blockers()
  }

  /// - Parameters:
  ///   - tls: nil for plain http.
  ///   - accepts: false leaves connections in the kernel's queue, see ``fillQueue()``.
  ///   - port: 0 for any that is free.
  ///   - keeps: false for long runs: what came is not kept.
  public static func start(
    tls: TLSIdentity? = nil, accepts: Bool = true, keeps: Bool = true, port: Int = 0,
    _ script: @escaping Script
  ) async throws -> HostileServer {
    let log = Log(keeps: keeps)
    let context = try tls.map { try NIOSSLContext(configuration: $0.configuration()) }
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: Int32(accepts ? 256 : 1))
      .serverChannelOption(.autoRead, value: accepts)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let number = log.connect(channel)
          if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
          try channel.pipeline.syncOperations.addHandler(Conversation(number: number, log: log, script: script))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    return HostileServer(channel: channel, log: log, scheme: tls == nil ? "http" : "https")
  }

  public var port: Int { channel.localAddress?.port ?? 0 }

  /// `http://127.0.0.1:port`, or https.
  public var url: URL { url() }

  /// - Parameters:
  ///   - scheme: another than the one it speaks.
  ///   - path: with its leading slash.
  public func url(_ path: String = "", scheme: String? = nil, host: String = "127.0.0.1") -> URL {
    URL(string: "\(scheme ?? self.scheme)://\(host):\(port)\(path)") ?? URL(fileURLWithPath: "/")
  }

  /// Every byte that came in, after TLS where there is TLS.
  public var bytes: [UInt8] { log.bytes }
  public var requests: [ReceivedRequest] { log.requests }
  /// The number of accepted connections.
  public var connections: Int { log.connections }

  /// Whether what came in holds `text` anywhere.
  public func hasSeen(_ text: String) -> Bool { !text.isEmpty && Data(bytes).range(of: Data(text.utf8)) != nil }

  /// Fills the kernel's queue of a server that does not accept: the next client gets no connection and no refusal.
  public func fillQueue() { blockers.connect(to: port, count: 8) }

  /// Stops listening and ends every connection.
  public func stop() async {
    blockers.close()
    try? await channel.close()
    for channel in log.channels { try? await channel.close() }
  }
}

/// The input of a ``HostileServer``.
final class Log: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var requests: [ReceivedRequest] = []
    var connections = 0
    var channels: [ObjectIdentifier: any Channel] = [:]
  }

  private let state = NIOLockedValueBox(State())
  private let keeps: Bool

  init(keeps: Bool) { self.keeps = keeps }

  var bytes: [UInt8] { state.withLockedValue { $0.bytes } }
  var requests: [ReceivedRequest] { state.withLockedValue { $0.requests } }
  var connections: Int { state.withLockedValue { $0.connections } }

  /// The channels that are open.
  var channels: [any Channel] { state.withLockedValue { Array($0.channels.values) } }

  func connect(_ channel: any Channel) -> Int {
    channel.closeFuture.whenComplete { [weak self] _ in self?.forget(ObjectIdentifier(channel)) }
    return state.withLockedValue { state in
      state.connections += 1
      state.channels[ObjectIdentifier(channel)] = channel
      return state.connections
    }
  }

  private func forget(_ id: ObjectIdentifier) { state.withLockedValue { $0.channels[id] = nil } }

  func add(_ bytes: [UInt8]) {
    if keeps { state.withLockedValue { $0.bytes += bytes } }
  }

  func add(_ request: ReceivedRequest) {
    if keeps { state.withLockedValue { $0.requests.append(request) } }
  }
}
