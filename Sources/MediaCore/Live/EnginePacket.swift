public import Foundation

/// A packet of the Engine.IO 4 protocol, which transports the packets of Socket.IO. It has a type, and a text whose meaning depends on the
/// type.
///
/// With long polling, one HTTP body contains several packets, separated by U+001E. With a WebSocket, each message is one packet.
public struct EnginePacket: Sendable, Hashable {
  /// The type of a packet. In a text packet, the first character is the number of the type.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// The server's handshake, which is the first packet of a connection.
    case open = 0
    /// The sender closes the connection.
    case close
    /// A check whether the connection is alive. The receiver answers with ``pong``.
    case ping
    /// The answer to ``ping``.
    case pong
    /// A packet of Socket.IO. It is the text of this packet.
    case message
    /// The client changes from long polling to a WebSocket.
    case upgrade
    /// A packet without content. A server sends it to end a waiting poll.
    case noop
    /// Bytes in base64. This client skips them, because no supported server sends any.
    case binary = 0x32
  }

  /// The type of the packet.
  public let kind: Kind
  /// The text after the type. For types other than ``Kind/message``, it is usually empty.
  public let text: String

  /// Creates a packet to send.
  public init(_ kind: Kind, _ text: String = "") {
    self.kind = kind
    self.text = text
  }

  /// Reads one packet from the bytes of a WebSocket message.
  /// - Throws: ``FrameError`` if the bytes are not a valid packet.
  public init(parsing bytes: some Collection<UInt8>) throws(FrameError) {
    guard let first = bytes.first else { throw .empty }
    // "b" starts a binary packet; all other types are a digit.
    let code = first == UInt8(ascii: "b") ? Kind.binary.rawValue : first &- UInt8(ascii: "0")
    guard let kind = Kind(rawValue: code), kind != .binary || first == UInt8(ascii: "b") else { throw .unknownType }
    guard let text = String(bytes: bytes.dropFirst(), encoding: .utf8) else { throw .notText }
    self.init(kind, text)
  }

  /// The packet as it is sent: its type followed by its text.
  public var wireText: String { (kind == .binary ? "b" : String(kind.rawValue)) + text }

  // MARK: Payloads of long polling

  private static let separator: UInt8 = 0x1E

  /// Reads the packets of one HTTP body of long polling.
  /// - Throws: ``FrameError`` if the body does not consist of valid packets. An empty body is also an error, because a server that has no
  ///   packets to send answers a poll with a ``Kind/noop``.
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

  /// Writes packets into one HTTP body for long polling.
  public static func payload(_ packets: [EnginePacket]) -> Data {
    Data(packets.map { Data($0.wireText.utf8) }.joined(separator: [separator]))
  }
}

/// The limits for one HTTP body of long polling, or for one message of a WebSocket.
public struct FrameLimits: Sendable, Hashable {
  /// The largest size of one body or one message, in bytes.
  public var bytes: Int
  /// The largest number of packets in one body.
  public var packets: Int

  /// Creates limits. The default for `bytes` is 16 MB, which is enough for an account with thirty thousand started items. The default for
  /// `packets` is 4,000.
  public init(bytes: Int = 16 << 20, packets: Int = 4000) {
    self.bytes = bytes
    self.packets = packets
  }
}

/// The reason why received bytes are not a valid packet. The connection is then closed, because the bytes after an invalid packet cannot be
/// trusted.
public enum FrameError: String, Error, Sendable, Hashable {
  /// The frame contains no bytes.
  case empty
  /// The first character of the packet is not the number of a packet type.
  case unknownType
  /// The bytes are not UTF-8.
  case notText
  /// The frame has more bytes than ``FrameLimits/bytes`` allows.
  case tooLarge
  /// The frame has more packets than ``FrameLimits/packets`` allows.
  case tooMany
  /// The JSON in the packet cannot be read, or does not have the structure that packets of this type need.
  case badJSON
  /// The first packet of a connection is not a usable ``EngineHandshake``.
  case badHandshake
}
