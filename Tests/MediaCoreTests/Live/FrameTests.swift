import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Frames of a socket")
struct FrameTests {
  private func parsed(_ text: String) throws -> EnginePacket { try EnginePacket(parsing: Array(text.utf8)) }

  @Test("each packet of Engine.IO is read and written alike", arguments: EnginePacket.Kind.allCases)
  func engine(kind: EnginePacket.Kind) throws {
    let packet = EnginePacket(kind, kind == .message ? "2[\"a\",\"ü\"]" : "")
    #expect(try parsed(packet.wireText) == packet)
  }

  @Test("a body of long polling is split at U+001E, and written back")
  func payload() throws {
    let body = Data("42[\"pong\"]\u{1e}2\u{1e}6".utf8)
    let packets = try EnginePacket.packets(in: body)
    #expect(packets == [EnginePacket(.message, "2[\"pong\"]"), EnginePacket(.ping), EnginePacket(.noop)])
    #expect(EnginePacket.payload(packets) == body)
  }

  @Test("bytes that are no frames give one typed error each")
  func hostileBodies() {
    let cases: [(Data, FrameError)] = [
      (Data(), .empty), (Data("2\u{1e}".utf8), .empty), (Data("\u{1e}\u{1e}".utf8), .empty),
      (Data("9".utf8), .unknownType), (Data("<html>".utf8), .unknownType), (Data([0xFF, 0xFE]), .unknownType),
      (Data([0x34, 0xFF, 0xC0]), .notText), (Data("R2".utf8), .unknownType), (Data([0x00]), .unknownType),
      (Data(repeating: 0x32, count: 101), .tooLarge), (Data(String(repeating: "2\u{1e}", count: 20).utf8), .tooMany),
    ]
    for (body, error) in cases {
      #expect(throws: error) { try EnginePacket.packets(in: body, limits: FrameLimits(bytes: 100, packets: 20)) }
    }
  }

  @Test("each packet of Socket.IO is read")
  func socket() throws {
    let cases: [(String, SocketPacket)] = [
      ("0", .connect(id: nil)), ("0{\"sid\":\"x\"}", .connect(id: "x")), ("1", .disconnect),
      ("2[\"pong\"]", .event("pong", [])), ("2[\"a\",{\"b\":1},2]", .event("a", [["b": 1], 2])),
      ("217[\"a\"]", .event("a", [])), ("2/,[\"a\"]", .event("a", [])), ("31[]", .ack),
      ("4{\"message\":\"no\"}", .connectError("no")), ("4\"no\"", .connectError("no")), ("4", .connectError(nil)),
      ("51-[\"a\",{\"_placeholder\":true}]", .ignored), ("2/admin,[\"a\"]", .ignored), ("0/admin", .ignored),
    ]
    for (text, packet) in cases { #expect(try SocketPacket(parsing: text) == packet, "\(text)") }
  }

  @Test("messages that are no packets give one typed error each")
  func hostileMessages() {
    let deep = "2[\"a\"," + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + "]"
    let cases: [(String, FrameError)] = [
      ("", .empty), ("7", .unknownType), ("x", .unknownType), ("2", .badJSON), ("2[]", .badJSON), ("2{}", .badJSON),
      ("2[1]", .badJSON), ("2[\"a\"", .badJSON), ("2[\"a\"]]", .badJSON), ("0{", .badJSON),
      ("4{\"message\":", .badJSON),
      (deep, .badJSON), ("2\u{0301}[\"a\"]", .unknownType), ("9/admin,", .unknownType),
    ]
    for (text, error) in cases {
      #expect(throws: error, "\(text.prefix(40))") { try SocketPacket(parsing: text) }
    }
  }

  @Test("what is sent has the server's form")
  func writing() {
    #expect(SocketPacket.connect(id: nil).message?.wireText == "40")
    #expect(SocketPacket.event("auth", ["a\"b"]).message?.wireText == #"42["auth","a\"b"]"#)
    #expect(SocketPacket.disconnect.message?.wireText == "41")
    #expect(SocketPacket.ack.message == nil)
  }

  @Test("a handshake gives the rhythm of the pings")
  func handshake() throws {
    let text = #"0{"sid":"9piP","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"x":1}"#
    let handshake = try EngineHandshake(parsing: try parsed(text))
    #expect(handshake == EngineHandshake(id: "9piP"))
    #expect(handshake.silenceLimit == .seconds(45))
  }

  @Test(
    "a handshake without an id, or with a rhythm that cannot be, is refused",
    arguments: [
      "2", "0", "0[]", "0{\"sid\":\"\",\"pingInterval\":25000,\"pingTimeout\":20000}",
      "0{\"sid\":\"a b\",\"pingInterval\":25000,\"pingTimeout\":20000}",
      "0{\"sid\":\"a\",\"pingInterval\":0,\"pingTimeout\":20000}",
      "0{\"sid\":\"a\",\"pingInterval\":25000,\"pingTimeout\":-1}",
      "0{\"sid\":\"a\",\"pingInterval\":25000,\"pingTimeout\":1e300}",
      "0{\"sid\":7,\"pingInterval\":25000,\"pingTimeout\":20000}", "0{\"sid\":\"a\",\"pingInterval\":\"25000\"}",
    ])
  func badHandshake(text: String) {
    #expect(throws: FrameError.badHandshake) { try EngineHandshake(parsing: try parsed(text)) }
  }

  @Test("ten thousand random bodies end in packets or in one error, never in a crash")
  func random() {
    var (read, refused) = (0, 0)
    let random = SeededRandom(seed: 7)
    let alphabet = Array("0123456b[]{}\",:/-\u{1e}aü\\".utf8) + [0xFF, 0x00]
    for _ in 0..<10_000 {
      let body = Data((0..<Int(random.next() % 40)).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
      do throws(FrameError) {
        for packet in try EnginePacket.packets(in: body) where packet.kind == .message {
          _ = try SocketPacket(parsing: packet.text)
        }
        read += 1
      } catch {
        refused += 1
      }
    }
    #expect(read > 100 && refused > 100 && read + refused == 10_000)
  }
}
