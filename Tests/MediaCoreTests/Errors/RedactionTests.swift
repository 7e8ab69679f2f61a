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
  /// Further forms, of longer secrets only: in these a short secret is a number like any other.
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

  @Test(
    "a password that is made of the bullets of a removed secret ends the search",
    arguments: ["•", "••", "•••", "••••", "•a", "a•"])
  func bullets(password: String) {
    let cleaned = Redaction(secrets: [password, "a-long-token"]).applied(to: "a-long-token: wrong password \(password)")
    #expect(!cleaned.contains("a-long-token"))
    #expect(cleaned.contains("•••"))
    #expect(cleaned.utf8.count < 60)
  }

  @Test("the words around a secret stay where it is given back as it is or in a usual form")
  func around() {
    let secret = "ab?>c/\"d+ü~9"
    let data = Data(secret.utf8)
    let base64 = data.base64EncodedString()
    #expect(base64.contains("+") || base64.contains("/"))
    let forms = [
      secret, secret.percentEncoded(keeping: "."), data.map { String(format: "%02x", $0) }.joined(), base64,
      base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""), #"ab?>c/\"d+ü~9"#,
      #"ab?>c\/\"d+ü~9"#,
    ]
    for form in forms {
      #expect(Redaction(secrets: [secret]).applied(to: "It is '\(form)' now") == "It is '•••' now", "\(form)")
    }
  }

  @Test("a secret of signs is found in another case and behind escapes")
  func signs() {
    let secret = "a!$,;(b)="
    let redaction = Redaction(secrets: [secret])
    for form in Self.forms.filter({ $0(secret).lowercased() != secret }) + [{ $0.uppercased() }] {
      let cleaned = redaction.applied(to: "no: \(form(secret)).")
      #expect(cleaned.range(of: form(secret), options: .caseInsensitive) == nil && cleaned.contains("•••"))
    }
    #expect(redaction.applied(to: "A! (B)") == "A! (B)")
    // Other spellings of the secret: a form's `+` for a space, a backslash, and without accents.
    #expect(Redaction(secrets: ["pw 1"]).applied(to: "no: pw+1.") == "•••")
    #expect(Redaction(secrets: ["a'b"]).applied(to: #"no: a\'b."#) == "•••")
    #expect(Redaction(secrets: ["Zürich-Öl-9"]).applied(to: "no: zurich ol 9") == "•••")
  }

  @Test("what stands behind a zero byte is searched too")
  func zeroByte() {
    #expect(Redaction(secrets: ["canary-access"]).withoutKnownSecrets("no\0 canary-access") == "no\0 •••")
  }

  @Test("what only begins like an escape is none")
  func noEscapes() {
    for text in ["5%4 of", "100%", "&#; &#x; &#x &#12", "&ampere", "&#x110000"] {
      #expect(Unescaped(text).text == text)
    }
    #expect(Unescaped(#"\u00 \x4 \u{} \q"#).text == "u00 x4 u{} q")
  }

  @Test("a secret stays hidden behind any number of escapes, and a text without one stays behind up to four")
  func layers() {
    let redaction = Redaction(secrets: ["canary-Access"])
    let escapes: [@Sendable (String) -> String] = [
      { $0.utf8.map { String(format: "%%%02x", $0) }.joined() }, { $0.replacing("%", with: "%25") },
      { $0.replacing("%", with: "&#37;") }, { $0.replacing("&", with: "&amp;") },
      { $0.replacing("&", with: "\\u0026") }, { $0.replacing("\\", with: "\\x5c") },
      { $0.replacing("\\", with: "&#X5c;") },
    ]
    var (secret, harmless) = ("canary-Access", "ü")
    for (index, escape) in escapes.enumerated() {
      (secret, harmless) = (escape(secret), escape(harmless))
      #expect(redaction.applied(to: "no: \(secret)") == "•••", "\(index)")
      #expect(redaction.applied(to: "no: \(harmless)") == (index < 4 ? "no: \(harmless)" : "•••"), "\(index)")
    }
  }

  @Test("characters beyond the first plane are read from both halves of their escape")
  func surrogates() {
    let secret = "🗝𝐊𝐞𝐲🗝𝐊𝐞𝐲🗝"
    let escaped = secret.utf16.map { String(format: "\\u%04x", $0) }.joined()
    #expect(Redaction(secrets: [secret]).applied(to: "no: \(escaped)") == "•••")
  }

  @Test("what has the form of a token is taken out, whoever had it")
  func tokens() {
    let redaction = Redaction(secrets: [])
    let token = "eyJhbGciOiJI.eyJzdWIiOiIx_-9.SflKxwRJSMeK"
    #expect(redaction.applied(to: "bad \(token), again") == "bad •••, again")
    #expect(redaction.applied(to: "bad eyJhbGciOiJI.eyJzdWIiOiIx.") == "bad •••")
    #expect(redaction.applied(to: "www.nas.example and 1.2.3") == "www.nas.example and 1.2.3")
    #expect(redaction.withoutKnownSecrets(token) == token)
  }

  @Test("a text without a secret stays as it is, and so do words that only hold a short one")
  func harmless() {
    let redaction = Redaction(secrets: ["true", "ada", "hunter2hunter2"])
    for text in ["Untrue: 100% of Adam's files", "50%20 off", "C:\\users\\file", "caf\\u00e9", ""] {
      #expect(redaction.applied(to: text) == text)
    }
    #expect(redaction.applied(to: "ada must be true") == "••• must be •••")
    // `70` and `cA` are encodings of `p`, but for so short a secret only the letter itself is hidden.
    #expect(Redaction(secrets: ["p"]).applied(to: "70 of P, cA and p") == "70 of •••, cA and •••")
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
