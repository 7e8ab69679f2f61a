import Foundation

/// A packet of the Socket.IO 5 protocol. It is sent as the text of an Engine.IO packet of the type ``EnginePacket/Kind/message``.
public enum SocketPacket: Sendable, Hashable {
  /// The server sends this packet to confirm that the namespace is open. The client sends it, without an id, to ask the server to open the
  /// namespace.
  case connect(id: String?)
  /// The sender closes the namespace. The Engine.IO connection can stay open.
  case disconnect
  /// A named event with its arguments.
  case event(String, [JSONValue])
  /// The acknowledgement of an event whose sender asked for one. This client never asks for an acknowledgement.
  case ack
  /// The server refused to open the namespace. The text is the server's message, if it sent one.
  case connectError(String?)
  /// A packet that this client skips, because the packet contains bytes or belongs to another namespace.
  case ignored

  /// Reads a packet from the text of an Engine.IO message.
  /// - Throws: ``FrameError`` if the text is not a valid packet.
  public init(parsing text: String) throws(FrameError) {
    var rest = Substring(text)
    guard let type = rest.popFirst() else { throw .empty }
    if rest.first == "/" {
      let namespace = rest.prefix { $0 != "," }
      rest = rest.dropFirst(namespace.count + 1)
      if namespace != "/" {
        guard "0"..."6" ~= type else { throw .unknownType }
        self = .ignored
        return
      }
    }
    switch type {
    case "0": self = .connect(id: try Self.value(rest)?["sid"]?.string)
    case "1": self = .disconnect
    case "2":
      let id = rest.prefix { $0.isASCII && $0.isNumber }
      guard let parts = try Self.value(rest.dropFirst(id.count))?.array, let name = parts.first?.string else {
        throw .badJSON
      }
      self = .event(name, Array(parts.dropFirst()))
    case "3": self = .ack
    case "4":
      let reason = try Self.value(rest)
      self = .connectError(reason?["message"]?.string ?? reason?.string)
    case "5", "6": self = .ignored
    default: throw .unknownType
    }
  }

  /// The packet as the text of an Engine.IO message; nil if this client does not send such packets.
  public var wireText: String? {
    switch self {
    case .connect: "0"
    case .disconnect: "1"
    case .event(let name, let arguments):
      "2" + String(decoding: JSONValue.array([.string(name)] + arguments).serialized(), as: UTF8.self)
    case .ack, .connectError, .ignored: nil
    }
  }

  /// The Engine.IO message that contains the packet; nil if this client does not send such packets.
  public var message: EnginePacket? { wireText.map { EnginePacket(.message, $0) } }

  private static func value(_ text: Substring) throws(FrameError) -> JSONValue? {
    if text.isEmpty { return nil }
    do { return try JSONValue(parsing: Data(text.utf8)) } catch { throw .badJSON }
  }
}
