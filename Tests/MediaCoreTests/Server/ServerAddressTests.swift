import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("What people type as an address")
struct ServerAddressTests {
  typealias Problem = ServerAddress.Problem

  static let accepted: [(String, String)] = [
    // Hosts
    ("nas.local", "https://nas.local"),
    ("NAS.Local", "https://nas.local"),
    ("media.example.org", "https://media.example.org"),
    ("media.example.org.", "https://media.example.org"),
    ("localhost", "https://localhost"),
    ("my_nas", "https://my_nas"),
    ("nas-1", "https://nas-1"),
    ("192.168.1.100", "https://192.168.1.100"),
    ("0x7f.example", "https://0x7f.example"),
    ("http-proxy.local", "https://http-proxy.local"),
    ("httpserver", "https://httpserver"),
    ("https.example.org", "https://https.example.org"),
    // Schemes
    ("https://nas.local", "https://nas.local"),
    ("http://nas.local", "http://nas.local"),
    ("HTTPS://NAS.LOCAL", "https://nas.local"),
    ("Http://nas.local", "http://nas.local"),
    ("https:///nas.local", "https://nas.local"),
    ("https:// nas.local", "https://nas.local"),
    ("//nas.local/abs", "https://nas.local/abs"),
    // Ports
    ("nas.local:13378", "https://nas.local:13378"),
    ("http://nas.local:13378", "http://nas.local:13378"),
    ("http://nas.local:80", "http://nas.local"),
    ("https://nas.local:443", "https://nas.local"),
    ("nas.local:443", "https://nas.local"),
    ("http://nas.local:443", "http://nas.local:443"),
    ("nas.local:00080", "https://nas.local:80"),
    ("nas.local:1", "https://nas.local:1"),
    ("nas.local:65535", "https://nas.local:65535"),
    ("192.168.1.100:13378", "https://192.168.1.100:13378"),
    ("http:8080", "https://http:8080"),
    ("http:8/abs", "https://http:8/abs"),
    // Paths
    ("nas.local/", "https://nas.local"),
    ("nas.local///", "https://nas.local"),
    ("nas.local/audiobookshelf", "https://nas.local/audiobookshelf"),
    ("nas.local/audiobookshelf/", "https://nas.local/audiobookshelf"),
    ("nas.local:13378/media/abs//", "https://nas.local:13378/media/abs"),
    ("nas.local/Media Server", "https://nas.local/Media%20Server"),
    ("nas.local/Media%20Server/", "https://nas.local/Media%20Server"),
    ("nas.local/./abs", "https://nas.local/abs"),
    ("nas.local/größe", "https://nas.local/gr%C3%B6%C3%9Fe"),
    ("nas.local/a%zz", "https://nas.local/a%25zz"),
    ("nas.local/a+b", "https://nas.local/a%2Bb"),
    // Pasted pages of a web client
    ("https://nas.local/login", "https://nas.local"),
    ("https://nas.local/login?autoLaunch=0", "https://nas.local"),
    ("https://nas.local/library/4e1b/bookshelf", "https://nas.local"),
    ("https://nas.local/audiobookshelf/library/4e1b", "https://nas.local/audiobookshelf"),
    ("https://nas.local/audiobookshelf/item/1#chapters", "https://nas.local/audiobookshelf"),
    ("https://nas.local/Config/users", "https://nas.local"),
    ("https://nas.local/api/libraries", "https://nas.local"),
    ("https://nas.local/index.html", "https://nas.local"),
    ("nas.local/login?next=https://other.example/x", "https://nas.local"),
    ("nas.local#https://other.example", "https://nas.local"),
    ("https://nas.local?x=1", "https://nas.local"),
    ("https://nas.local/abs#top", "https://nas.local/abs"),
    // Blanks, quotes, invisible characters
    ("  nas.local \n", "https://nas.local"),
    ("\u{00A0}nas.local\u{3000}", "https://nas.local"),
    ("<https://nas.local>", "https://nas.local"),
    ("\"nas.local\"", "https://nas.local"),
    ("„nas.local“", "https://nas.local"),
    ("nas\u{200B}.local", "https://nas.local"),
    ("\u{FEFF}nas.local", "https://nas.local"),
    ("\u{202A}https://nas.local\u{202C}", "https://nas.local"),
    ("\u{2068}nas.local\u{2069}", "https://nas.local"),
    ("nas\u{00AD}.local", "https://nas.local"),
    // Other scripts
    ("bücher.example", "https://xn--bcher-kva.example"),
    ("BÜCHER.example", "https://xn--bcher-kva.example"),
    ("bu\u{0308}cher.example", "https://xn--bcher-kva.example"),
    ("faß.de", "https://xn--fa-hia.de"),
    ("пример.рф", "https://xn--e1afmkfd.xn--p1ai"),
    ("ПРИМЕР.РФ:8443/медиа", "https://xn--e1afmkfd.xn--p1ai:8443/%D0%BC%D0%B5%D0%B4%D0%B8%D0%B0"),
    ("例え.jp", "https://xn--r8jz45g.jp"),
    ("中文。tw", "https://xn--fiq228c.tw"),
    ("中文｡tw", "https://xn--fiq228c.tw"),
    ("한국.kr", "https://xn--3e0b707e.kr"),
    ("हिन्दी.example", "https://xn--j2bd4cyah0f.example"),
    ("☃.net", "https://xn--n3h.net"),
    ("ｎａｓ．ｌｏｃａｌ", "https://nas.local"),
    ("xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    // IPv6
    ("[::1]", "https://[::1]"),
    ("[::1]:13378", "https://[::1]:13378"),
    ("::1", "https://[::1]"),
    ("http://[FD12:3456::9]:80/abs", "http://[fd12:3456::9]/abs"),
    ("2001:db8::1", "https://[2001:db8::1]"),
    ("2001:db8:0:0:0:0:0:1", "https://[2001:db8:0:0:0:0:0:1]"),
    ("[::ffff:192.168.1.5]:8080", "https://[::ffff:192.168.1.5]:8080"),
  ]

  static let refused: [(String, Problem)] = [
    ("", .empty), ("   ", .empty), ("\u{200B}", .empty), ("\"\"", .empty),
    // Schemes
    ("htp://nas.local", .misspelledScheme), ("htttp://nas.local", .misspelledScheme),
    ("htps://nas.local", .misspelledScheme), ("hhtps://nas.local", .misspelledScheme),
    ("httpss://nas.local", .misspelledScheme), ("ttps://nas.local", .misspelledScheme),
    ("http:///", .badHost), ("://nas.local", .misspelledScheme), ("http//nas.local", .misspelledScheme),
    ("https//nas.local", .misspelledScheme), ("http:/nas.local", .misspelledScheme),
    ("https:nas.local", .misspelledScheme), ("http;//nas.local", .misspelledScheme),
    ("https.//nas.local", .misspelledScheme), ("http:\\\\nas.local", .misspelledScheme),
    ("http:://nas.local", .misspelledScheme), ("htp:/x", .misspelledScheme), ("ttps:nas.local", .misspelledScheme),
    ("htps:/nas.local:80", .misspelledScheme), ("hhttps:/", .misspelledScheme), ("HTP:\\nas", .misspelledScheme),
    ("ftp://nas.local", .unsupportedScheme), ("smb://nas/share", .unsupportedScheme),
    ("file:///etc/passwd", .unsupportedScheme), ("ws://nas.local", .unsupportedScheme),
    ("wss://nas.local/socket.io", .unsupportedScheme), ("mailto:ada@example.org", .unsupportedScheme),
    ("abs://nas.local", .unsupportedScheme),
    // Credentials
    ("https://ada:secret@nas.local", .credentialsInAddress), ("ada@nas.local", .credentialsInAddress),
    ("ada:secret@nas.local:80/abs", .credentialsInAddress), ("https://nas.local@evil.example", .credentialsInAddress),
    // Ports
    ("nas.local:", .badPort), ("nas.local:0", .badPort), ("nas.local:65536", .badPort), ("nas.local:abc", .badPort),
    ("nas.local:-1", .badPort), ("nas.local: 80", .badPort), ("nas.local:999999", .badPort), ("[::1]:", .badPort),
    ("nas.local:８０", .badPort), ("javascript:alert(1)", .badPort), ("C:\\media", .badPort),
    // Hosts
    ("192.168.1", .badHost), ("192.168.1.300", .badHost), ("1234", .badHost), ("192.168.1.1.1", .badHost),
    ("192.168.01.1", .badHost), ("010.0.0.1", .badHost), ("nas local", .badHost), ("nas..local", .badHost),
    (".local", .badHost), (".", .badHost), ("-nas.local", .badHost), ("nas-.local", .badHost), ("nas!.local", .badHost),
    ("na%73.local", .badHost), ("nas,local", .badHost), ("/abs", .badHost), ("https://", .badHost), ("?", .badHost),
    ("[::1", .badHost), ("[::1]x", .badHost), ("[]", .badHost), ("[nas.local]", .badHost), ("1::2::3", .badHost),
    ("1:2:3:4:5:6:7", .badHost), ("1:2:3:4:5:6:7:8:9", .badHost), ("[12345::]", .badHost), ("[::1.2.3.400]", .badHost),
    ("[1.2.3.4::1]", .badHost), ("[1.2.3.4::]", .badHost), ("[::1.2.3.4:5]", .badHost),
    ("[1.2.3.4::1.2.3.4]", .badHost), ("http:8x", .misspelledScheme),
    ("nas\u{0000}.local", .badHost), ("n\u{2044}s.local", .badHost),
    (String(repeating: "a", count: 64) + ".local", .badHost),
    (String(repeating: "ü", count: 64) + ".local", .badHost),
    (String(repeating: "abcdefgh.", count: 40) + "local", .badHost),
    (String(repeating: "中", count: 100_000), .badHost),
    ("[fe80::1%en0]", .zoneNotSupported), ("fe80::1%25en0", .zoneNotSupported),
    // Paths
    ("nas.local/../etc", .badPath), ("nas.local/%2e%2e/etc", .badPath), ("nas.local/a%2Fb", .badPath),
    ("nas.local/a\\b", .badPath), ("nas.local/a%00b", .badPath), ("nas.local\\abs", .badPath),
  ]

  @Test("gives one base URL", arguments: accepted)
  func accepts(text: String, url: String) throws {
    let address = try ServerAddress(text)
    #expect(address.preferredURL?.absoluteString == url)
    #expect(try ServerAddress(address.description) == address)
    #expect(address.key.hasPrefix(address.host))
  }

  @Test("or one exact problem", arguments: refused)
  func refuses(text: String, problem: Problem) async {
    let error = await failure { try ServerAddress(text) }
    #expect(error.kind == .invalidRequest)
    #expect(error.detail == problem.rawValue)
    #expect(!error.description.contains("secret"))
  }

  @Test("the tables are as large as promised, and name every problem")
  func tables() {
    #expect(Self.accepted.count + Self.refused.count >= 80)
    #expect(Set(Self.refused.map(\.1)) == Set(Problem.allCases))
    #expect(Set(Self.accepted.map { Array($0.0.utf8) }).count == Self.accepted.count)
  }

  @Test("no scheme, https and http are three different requests")
  func typedScheme() throws {
    #expect(try ServerAddress("nas.local").scheme == nil)
    #expect(try ServerAddress("https://nas.local").scheme == .https)
    #expect(try ServerAddress("http://nas.local").scheme == .http)
    #expect(try ServerAddress("nas.local:80").url(.http)?.absoluteString == "http://nas.local")
  }

  @Test(
    "the key leaves out the default port of the typed scheme, and no other",
    arguments: [
      ("nas.local", "nas.local:"), ("nas.local:443", "nas.local:"), ("nas.local:80", "nas.local:80"),
      ("https://nas.local", "nas.local:"), ("https://nas.local:443", "nas.local:"),
      ("https://nas.local:80", "nas.local:80"), ("http://nas.local", "nas.local:"),
      ("http://nas.local:80", "nas.local:"), ("http://nas.local:443", "nas.local:443"),
      ("nas.local:13378/abs", "nas.local:13378/abs"), ("http://nas.local:13378/abs", "nas.local:13378/abs"),
    ])
  func key(text: String, key: String) throws { #expect(try ServerAddress(text).key == key) }

  @Test("nothing typed at random traps, and what is accepted is a URL of that host")
  func random() throws {
    let random = SeededRandom(seed: 11)
    let alphabet = Array("aZ09.:/[]@%-_?#\\ üж中\u{200D}\u{301}\u{0}~!'\"")
    for _ in 0..<4000 {
      let length = Int(random.next() % 24)
      let text = String((0..<length).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
      guard let address = try? ServerAddress(text) else { continue }
      let url = try #require(address.preferredURL, "\(text.debugDescription)")
      #expect(url.host?.isEmpty == false)
      #expect(url.user == nil && url.query == nil && url.fragment == nil)
      #expect(try ServerAddress(address.description) == address, "\(text.debugDescription)")
    }
  }

  // MARK: Private hosts

  @Test(
    "private",
    arguments: [
      "localhost", "app.localhost", "nas.local", "127.0.0.1", "127.9.9.9", "10.0.0.1", "10.255.255.255", "172.16.0.1",
      "172.31.255.255", "192.168.0.1", "192.168.255.254", "100.64.0.1", "100.127.255.255", "[::1]", "[fd12::1]",
      "[fc00::1]", "[FDAB:1::2]",
    ])
  func isPrivate(text: String) throws { #expect(try ServerAddress(text).isPrivate) }

  @Test(
    "not private",
    arguments: [
      "example.org", "local", "nas.local.example.org", "notlocalhost", "nas", "8.8.8.8", "11.0.0.1", "172.15.0.1",
      "172.32.0.1", "192.169.0.1", "193.168.0.1", "100.63.0.1", "100.128.0.1", "169.254.1.1", "0.0.0.0",
      "[2001:db8::1]",
      "[fe80::1]", "[fc::1]", "[fd::1]", "[::ffff:10.0.0.1]", "[::]", "10.0.0.1.example.org", "0x7f.0.0.1",
    ])
  func isNotPrivate(text: String) throws { #expect(try !ServerAddress(text).isPrivate) }

  @Test("a verified address keeps its URL as it is")
  func verified() throws {
    for text in [
      "https://nas.local", "http://192.168.1.5:13378", "https://nas.local/a%20b/c", "http://[fd12::1]:80/abs",
      "https://nas.local:8443/audiobookshelf",
    ] {
      let url = try #require(URL(string: text))
      let address = try #require(ServerAddress(verified: url))
      #expect(address.isVerified)
      #expect(address.preferredURL?.absoluteString == text.replacingOccurrences(of: ":80/", with: "/"))
    }
    let slash = try #require(URL(string: "https://nas.local/abs/"))
    #expect(ServerAddress(verified: slash)?.preferredURL?.absoluteString == "https://nas.local/abs")
    for text in ["ftp://nas.local", "/only/a/path", "mailto:ada@example.org"] {
      #expect(ServerAddress(verified: try #require(URL(string: text))) == nil)
    }
  }

  @Test("the URL at which a server was found is no address for the next launch: nobody is signed in there")
  func foundBelowPath() async throws {
    let secrets = MemorySecretStore()
    let transport = ClosureTransport { request in
      request.url.path == "/audiobookshelf/status" ? .json(["app": "test"]) : .text("", status: 404)
    }
    let first = TestService(transport, address: try ServerAddress("nas.local"), secrets: secrets)
    try await first.signIn()
    let found = try await first.client.locator.base()
    #expect(found.absoluteString == "https://nas.local/audiobookshelf")
    let kept = TestService(transport, address: first.client.address, secrets: secrets)
    #expect(try await kept.client.session.status() == .signedIn(account: "ada", name: "Ada"))
    let other = TestService(transport, address: try #require(ServerAddress(verified: found)), secrets: secrets)
    #expect(try await other.client.session.status() == .signedOut)
  }
}
