import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("What a token says of itself is a hint")
struct JWTHintTests {
  private func part(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  private func token(_ payload: String) -> Secret { Secret("\(part(#"{"alg":"HS256"}"#)).\(part(payload)).sig-_natur") }

  @Test("a usual one")
  func usual() throws {
    let hint = try #require(JWTHint(token(#"{"sub":"ada ü?>","iat":1788256800,"exp":1788260400}"#)))
    #expect(hint.expiresAt == Date(timeIntervalSince1970: 1_788_260_400))
    #expect(hint.issuedAt == Date(timeIntervalSince1970: 1_788_256_800))
    #expect(hint.subject == "ada ü?>")
    // These names need Base64 padding of every length.
    for name in ["", "a", "ab", "abc", "abcd"] { #expect(JWTHint(token(#"{"sub":"\#(name)"}"#))?.subject == name) }
  }

  @Test(
    "an expiry that cannot be one is none",
    arguments: [
      "null", "\"1788260400\"", "true", "[]", "-1", "0", "946684799", "4102444801", "1e300", "1788260400000", "{}",
    ])
  func oddExpiry(text: String) throws {
    let hint = try #require(JWTHint(token(#"{"exp":\#(text)}"#)))
    #expect(hint.expiresAt == nil)
  }

  @Test("the bounds themselves count, fractions too")
  func bounds() {
    for text in ["946684800", "4102444800", "1788260400.5"] {
      #expect(JWTHint(token(#"{"exp":\#(text)}"#))?.expiresAt == Double(text).map { Date(timeIntervalSince1970: $0) })
    }
  }

  @Test("anything else is no token, and never a trap")
  func noTokens() {
    let payload = part(#"{"exp":1788260400}"#)
    var texts = [
      "", ".", "..", "...", "a.b", "a..c", ".\(payload).c", "a.\(payload).", "a.\(payload)", "a.\(payload).c.d",
      "a.\(payload)=.c", "a.+++/.c", "a b.\(payload).c", "ä.\(payload).c", "a.!!!.c", "a.A.c",
      "a.\(part("[]")).c", "a.\(part("5")).c", "a.\(part("nope")).c", "a.\(part("{\"exp\":1e999}")).c",
      "a.\(part("\u{0}")).c", "opaque-token", "Bearer a.\(payload).c",
      "a.\(part(#"{"a":"# + String(repeating: "[", count: 8) + String(repeating: "]", count: 8) + "}")).c",
      "a.\(part("[" + String(repeating: "0,", count: 1001) + "0]")).c",
    ]
    texts.append("\(String(repeating: "a", count: 16 << 10)).\(payload).c")
    for text in texts { #expect(JWTHint(Secret(text)) == nil, "\(text.prefix(40))") }
    #expect(JWTHint(Secret("\(String(repeating: "a", count: 16_000)).\(payload).c")) != nil)
    #expect(
      JWTHint(token(#"{"a":"# + String(repeating: "[", count: 7) + String(repeating: "]", count: 7) + "}")) != nil)
  }

  @Test("nor is a token that rotted, at random")
  func random() {
    let random = SeededRandom(seed: 6)
    let whole = Array(token(#"{"sub":"ada","iat":1788256800,"exp":1788260400}"#).reveal().utf8)
    for _ in 0..<5000 {
      var bytes = whole
      for _ in 0..<Int(random.next() % 4) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let text = String(decoding: bytes.prefix(Int(random.next() % UInt64(bytes.count + 1))), as: UTF8.self)
      if let date = JWTHint(Secret(text))?.expiresAt {
        #expect((946_684_800...4_102_444_800).contains(date.timeIntervalSince1970))
      }
    }
  }

  @Test("a secret shows itself to nobody who does not ask")
  func secret() {
    let secret = Secret("hidden")
    var text = "\(secret) \(String(reflecting: secret)) \([secret]) \(String(describing: Optional(secret)))"
    dump(secret, to: &text)
    dump(["k": secret], to: &text)
    text += "\(Mirror(reflecting: secret).children.map(\.value))"
    #expect(!text.contains("hidden"))
    #expect(secret.reveal() == "hidden" && !secret.isEmpty && Secret("").isEmpty)
  }
}
