import Foundation
import Harness

@testable import MediaCore

let wireParsers =
  [
    Parser("packets") { input in
      guard let packets = try? EnginePacket.packets(in: input.data) else { return }
      let again = try? EnginePacket.packets(in: EnginePacket.payload(packets))
      expect(again == packets, "\(packets) are read as \(String(describing: again))")
      for packet in packets {
        if let handshake = try? EngineHandshake(parsing: packet) {
          expect(handshake.silenceLimit <= EngineHandshake.longestSilence, "a silence of \(handshake.silenceLimit)")
        }
        guard packet.kind == .message, let message = try? SocketPacket(parsing: packet.text),
          let text = message.wireText
        else { continue }
        let parsed = try? SocketPacket(parsing: text)
        if case .connect = message { continue }
        expect(parsed == message, "\(message) is read as \(String(describing: parsed))")
      }
    },
    Parser("redaction") { input in
      let texts = input.lines(3)
      let cleaned = Redaction(secrets: [texts[0], texts[1]].filter { $0.count >= 1 }).applied(to: texts[2])
      for secret in texts.prefix(2) where secret.count >= 8 && !"•••".contains(secret) {
        expect(!cleaned.contains(secret), "\(secret) is still in \(cleaned)")
      }
      _ = Unescaped(input.text).text
    },
    Parser("message") { input in
      let response = HTTPResponse(status: 400, body: input.data)
      var request = HTTPRequest(url: URL(fileURLWithPath: "/"))
      request.body = Data(#"{"password":"geheim12"}"#.utf8)
      let message = ServerMessage.read(response, request: request)
      expect(message?.contains("geheim12") != true, "the password is in the message")
      _ = response.isPage
      _ = PictureData.isPicture(input.data, mediaType: nil)
      _ = PictureData.isPicture(input.data, mediaType: "image/svg+xml")
    },
    Parser("retry") { input in
      let texts = input.lines(4)
      let response = HTTPResponse(
        status: 429,
        fields: ["Retry-After": texts[0], "Date": texts[1], "Content-Length": texts[2], "Content-Type": texts[3]])
      if let delay = RetryAfter.delay(response, now: Date(timeIntervalSince1970: 1_800_000_000)) {
        expect(delay >= .zero && delay <= .seconds(3600), "a pause of \(delay)")
      }
      _ = (response.isCut, response.mediaType, response.fields.isPlain)
    },
  ]
  + linuxParsers

#if os(Linux)
  let linuxParsers = [
    Parser("head") { input in
      var head = CurlHead()
      var rest = input.bytes[...]
      while !rest.isEmpty {
        let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
        let isTaken = Array(rest[..<end]).withUnsafeBytes { head.take($0) }
        guard isTaken else { return }
        rest = rest[end...]
      }
      guard head.isWhole else { return }
      expect((200...999).contains(head.status), "a status of \(head.status)")
      if let length = try? head.contentLength() { expect(length >= 0, "a length of \(length)") }
      _ = try? head.isCoded(for: HTTPRequest(url: URL(fileURLWithPath: "/")))
      for entry in head.fields.entries {
        expect(!entry.value.utf8.contains { $0 == 0 || $0 == 0x0A }, "a line end in \(entry.name)")
      }
    },
    Parser("inflate") { input in
      guard let inflater = Inflater() else { return }
      var count = 0
      _ = input.bytes.withUnsafeBytes { bytes in
        inflater.unpack(bytes) { piece in
          count += piece.count
          return count < 4 << 20
        }
      }
    },
  ]
#else
  let linuxParsers: [Parser] = []
#endif
