import Foundation

/// The server's first packet on a live connection. It contains the connection's id and the interval of the server's pings.
public struct EngineHandshake: Sendable, Hashable {
  /// The id of the connection. Anyone who has the id can read the connection: never log it.
  public let id: String
  /// The time between two pings of the server.
  public let pingInterval: Duration
  /// The time that a ping may arrive late, after ``pingInterval`` has passed. If no ping has arrived after both times together, the
  /// connection is treated as lost.
  public let pingTimeout: Duration
  /// The largest body that the server accepts, in bytes.
  public let maximumPayload: Int

  /// The longest time without a packet from the server. After a longer silence, the connection is treated as lost.
  public var silenceLimit: Duration { pingInterval + pingTimeout }

  private static let longestTime = 300_000
  /// The ``silenceLimit`` that no handshake of a server exceeds.
  static let longestSilence = Duration.milliseconds(2 * longestTime)

  /// Creates a handshake. Tests and an app's own connections use this initializer.
  public init(
    id: String, pingInterval: Duration = .seconds(25), pingTimeout: Duration = .seconds(20),
    maximumPayload: Int = 1_000_000
  ) {
    self.id = id
    self.pingInterval = pingInterval
    self.pingTimeout = pingTimeout
    self.maximumPayload = maximumPayload
  }

  /// Reads the handshake from a packet of the type ``EnginePacket/Kind/open``. Intervals from 100 ms to five minutes are accepted.
  /// - Throws: ``FrameError/badHandshake`` if the packet is not a usable handshake.
  public init(parsing packet: EnginePacket) throws(FrameError) {
    let limits = JSONLimits(depth: 8, values: 1000)
    guard packet.kind == .open, packet.text.utf8.count <= 64 << 10,
      let value = try? JSONValue(parsing: Data(packet.text.utf8), limits: limits), let id = value["sid"]?.string,
      !id.isEmpty, id.utf8.count <= 256, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let interval = Self.time(value["pingInterval"]), let timeout = Self.time(value["pingTimeout"])
    else { throw .badHandshake }
    self.init(
      id: id, pingInterval: interval, pingTimeout: timeout,
      maximumPayload: max(1000, value["maxPayload"]?.int ?? 1_000_000))
  }

  private static func time(_ value: JSONValue?) -> Duration? {
    guard let milliseconds = value?.int, (100...longestTime).contains(milliseconds) else { return nil }
    return .milliseconds(milliseconds)
  }
}
