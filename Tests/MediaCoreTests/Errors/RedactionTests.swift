import Foundation
import Testing

@testable import MediaCore

@Suite("Redaction")
struct RedactionTests {
  /// Forms in which a server can echo a secret.
  static let forms: [@Sendable (String) -> String] = [
    { $0 }, { $0.uppercased() }, { $0.percentEncoded(keeping: "") }, { $0.percentEncoded(keeping: "").lowercased() },
    { $0.utf8.map { String(format: "%%%02x", $0) }.joined() },
    { $0.utf8.map { String(format: "%%%02X", $0) }.joined() },
    { $0.percentEncoded(keeping: "").percentEncoded(keeping: "") },
    { $0.utf16.map { String(format: "\\u%04x", $0) }.joined() },
    { $0.utf16.map { String(format: "\\u%04X", $0) }.joined() },
    { "\"\\q " + $0.utf16.map { String(format: "\\u%04x", $0) }.joined() },
    { "100% of %zz " + $0.utf8.map { String(format: "%%%02x", $0) }.joined() },
    { $0.utf8.map { String(format: "\\x%02x", $0) }.joined() },
    { $0.unicodeScalars.map { "&#\($0.value);" }.joined() },
    { $0.unicodeScalars.map { String(format: "&#X%X;", $0.value) }.joined() },
    { $0.unicodeScalars.map { String(format: "\\u{%x}", $0.value) }.joined() },
    { $0.utf8.map { String(format: "%02x", $0) }.joined() }, { $0.utf8.map { String(format: "%02X", $0) }.joined() },
    { Data($0.utf8).base64EncodedString() }, { Data($0.utf8).base64EncodedString().replacing("=", with: "") },
  ]
  /// Those of longer ones besides: a short one in these is a number like any other.
  static let longForms: [@Sendable (String) -> String] = [
    { $0.utf8.map { String(format: "%02x", $0) }.joined(separator: ":") },
    { $0.map(String.init).joined(separator: "\n") },
    { $0.replacing("a", with: "a\\n") }, { Data("x\($0)y".utf8).base64EncodedString() },
    { Data("??\($0)>>".utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_") },
  ]

  @Test(
    "no form of a secret stays in a text",
    arguments: ["hunter2", "pw", "a+b/c", "correct horse", "p%41ss/w=rd+1", "canary-Access.token", "ünïcödé!"])
  func forms(secret: String) {
    let redaction = Redaction(secrets: [secret])
    for form in Self.forms + (secret.count >= 8 ? Self.longForms : []) {
      let echoed = form(secret)
      for text in [echoed, "Wrong password '\(echoed)' for ada", "x=\(echoed)&y"] {
        let cleaned = redaction.applied(to: text)
        #expect(cleaned.range(of: echoed, options: .caseInsensitive) == nil, "\(text)")
        #expect(cleaned.contains("•••"), "\(text)")
      }
    }
  }

  @Test("a text without a secret stays as it is, and so do words that only hold a short one")
  func harmless() {
    let redaction = Redaction(secrets: ["true", "ada", "hunter2hunter2"])
    for text in ["Untrue: 100% of Adam's files", "50%20 off", "C:\\users\\file", "caf\\u00e9", ""] {
      #expect(redaction.applied(to: text) == text)
    }
    #expect(redaction.applied(to: "ada must be true") == "••• must be •••")
  }

  @Test("a text that is too long to be searched is not kept, however long it is")
  func long() {
    let redaction = Redaction(secrets: ["canary-access"])
    for count in [1201, 64 << 10, 9 << 20] {
      #expect(redaction.applied(to: String(repeating: "a", count: count)) == "•••")
    }
    #expect(redaction.applied(to: String(repeating: "a", count: 1200)).count == 1200)
  }

  @Test("secrets of a request: members by their names, but no short code")
  func members() {
    let request = HTTPRequest(
      method: .post, url: URL(fileURLWithPath: "/"), fields: ["X-Key": "abc12", "Accept": "text/css"],
      body: Data(#"{"password":"pw","countryCode":"US","code":"authorization-1","user":"ada"}"#.utf8))
    #expect(Redaction.secrets(of: request).sorted() == ["abc12", "authorization-1", "pw"])
  }
}
