public import Foundation

/// A packet of Engine.IO 4, which carries the packets of Socket.IO: the packet's type, and a text whose meaning depends on the type.
///
/// Over long polling, several packets travel in one body, separated by U+001E; over a WebSocket, each message is a packet.
public struct EnginePacket: Sendable, Hashable {
  /// The type of a packet; its number is the packet's first character.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// The server's handshake.
    case open = 0
    /// The end of the connection.
    case close
    /// A sign of life, which the other side answers with ``pong``.
    case ping
    /// The answer to ``ping``.
    case pong
    /// A packet of Socket.IO.
    case message
    /// The change from long polling to a WebSocket.
    case upgrade
    /// A packet without content, which ends a waiting poll.
    case noop
    /// Bytes in base64. This client skips them, because no supported server sends any.
    case binary = 0x32
  }

  /// The type of the packet.
  public let kind: Kind
  /// The text behind the type; empty for most packets that are not messages.
  public let text: String

  /// Creates a packet to send.
  public init(_ kind: Kind, _ text: String = "") {
    self.kind = kind
    self.text = text
  }

  /// Reads one packet from the bytes of a message.
  /// - Throws: ``FrameError``.
  public init(parsing bytes: some Collection<UInt8>) throws(FrameError) {
    guard let first = bytes.first else { throw .empty }
    // "b" starts a binary packet; all other types are a digit.
    let code = first == UInt8(ascii: "b") ? Kind.binary.rawValue : first &- UInt8(ascii: "0")
    guard let kind = Kind(rawValue: code), kind != .binary || first == UInt8(ascii: "b") else { throw .unknownType }
    guard let text = String(bytes: bytes.dropFirst(), encoding: .utf8) else { throw .notText }
    self.init(kind, text)
  }

  /// The packet as it is sent: its type, and its text.
  public var wireText: String { (kind == .binary ? "b" : String(kind.rawValue)) + text }

  // MARK: Payloads of long polling

  private static let separator: UInt8 = 0x1E

  /// Reads the packets of one body.
  /// - Throws: ``FrameError``, also for an empty body: a server without news answers a poll with a ``Kind/noop``.
  public static func packets(
    in payload: Data, limits: FrameLimits = FrameLimits()
  ) throws(FrameError) -> [EnginePacket] {
    guard payload.count <= limits.bytes else { throw .tooLarge }
    var packets: [EnginePacket] = []
    // JSON escapes control characters, so `separator` never occurs inside a packet.
    for part in payload.split(separator: separator, omittingEmptySubsequences: false) {
      guard packets.count < limits.packets else { throw .tooMany }
      packets.append(try EnginePacket(parsing: part))
    }
    return packets
  }

  /// Writes packets as one body.
  public static func payload(_ packets: [EnginePacket]) -> Data {
    Data(packets.map { Data($0.wireText.utf8) }.joined(separator: [separator]))
  }
}

/// The limits for one answer or message of a socket.
public struct FrameLimits: Sendable, Hashable {
  /// The largest size of one body or one message, in bytes.
  public var bytes: Int
  /// The largest number of packets in one body.
  public var packets: Int

  /// By default 16 MB, which holds an account with thirty thousand begun items, and 4,000 packets.
  public init(bytes: Int = 16 << 20, packets: Int = 4000) {
    self.bytes = bytes
    self.packets = packets
  }
}

/// The reason why bytes from a socket are no frame. The connection is then given up, because nothing after such bytes can be trusted.
public enum FrameError: String, Error, Sendable, Hashable {
  /// There are no bytes.
  case empty
  /// The first character is no packet type.
  case unknownType
  /// The bytes are not UTF-8.
  case notText
  /// More bytes than ``FrameLimits/bytes``.
  case tooLarge
  /// More packets than ``FrameLimits/packets``.
  case tooMany
  /// JSON that cannot be read or has another shape than its packet needs.
  case badJSON
  /// The first packet of a connection is not a usable ``EngineHandshake``.
  case badHandshake
}
