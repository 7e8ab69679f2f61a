import Doctor
import Foundation
import HubTesting
import MediaCore
import Testing

@Suite("A report that can be shown to anybody")
struct SecretTests {
  @Test("neither name, password, user id nor a public address is in it", arguments: Sample.all)
  func hidden(_ sample: Sample) async throws {
    let examined = try await examine(sample, at: "https://home.example.org:8443/my-path") {
      $0.username = sample.username
      $0.password = sample.password
    }
    for text in [examined.report.text(), try examined.report.json()] {
      for secret in [sample.username, sample.password, "home.example.org", "my-path"] where !secret.isEmpty {
        #expect(!text.contains(secret), "\(secret): \(text)")
      }
    }
    #expect(examined.report.server == "https://•••:8443/•••")
  }

  @Test("a user id of the Hub can come as the password, and only where a Hub is expected")
  func userIDAsPassword() async throws {
    func feeds(_ sample: Sample, _ expected: ServiceKind?) async throws -> Int {
      let examined = try await examine(sample) {
        $0.service = expected
        $0.password = HubWorld.sampleUser
      }
      return examined.requests.count { $0.url.path.contains(HubWorld.sampleUser) }
    }
    #expect(try await feeds(.hub, .hub) == 1)
    #expect(try await feeds(.hub, nil) == 0)
    #expect(try await feeds(.shelf, .hub) == 0)
  }

  @Test("a private address is shown, and a public one on demand")
  func shown() async throws {
    #expect(try await examine(.shelf, at: "https://nas.local:13378").report.server == "https://nas.local:13378")
    let examined = try await examine(.shelf) { $0.showsAddress = true }
    #expect(examined.report.server == "https://media.example.org")
  }

  @Test("a server that says the password, or writes to the terminal, does not get it into the report")
  func echo() async throws {
    let version = #"2.36.0 ada hunter2-hunter2 \u001b[31m\nred \u202e"#
    let examined = try await examine(.shelf) {
      $0.username = "ada"
      $0.password = "hunter2-hunter2"
    } change: { _, response in
      let body = String(decoding: response.body, as: UTF8.self)
      response.body = Data(body.replacingOccurrences(of: "2.36.0", with: version).utf8)
    }
    let text = examined.text("version")
    #expect(text.hasPrefix("2.36.0 ••• •••"), "\(text)")
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test("a password that is a word of the report changes no sentence: the report proves no guess")
  func weakPassword() async throws {
    func report(_ password: String) async throws -> String {
      try await examine(.shelf) {
        $0.username = "ada"
        $0.password = password
      }.report.text()
    }
    let strong = try await report("zq7-yk2-vv0")
    #expect(strong.contains("the name or the password is wrong"))
    for password in ["wrong", "password", "name", "GET", "HTTP", "https", "answers", "sign-in", "refused", "clock"] {
      #expect(try await report(password) == strong, "\(password)")
    }
  }

  @Test("a password never goes over plain http to a public address without consent")
  func plainHTTP() async throws {
    func examined(_ address: String, consent: Bool) async throws -> Examined {
      try await examine(.shelf, at: address) {
        $0.username = "ada"
        $0.password = "correct horse"
        $0.allowsPlainHTTP = consent
      } change: { request, _ in
        if request.url.scheme == "https" { throw TransportFailure.notTLS }
      }
    }
    func logins(_ examined: Examined) -> Int { examined.requests.count { $0.url.path == "/login" } }

    let untyped = try await examined("media.example.org", consent: false)
    #expect(untyped.states("connection") == [.problem])
    #expect(untyped.text("connection").contains("--allow-http"))
    #expect(untyped.requests.allSatisfy { $0.url.scheme == "https" })
    let typed = try await examined("http://media.example.org", consent: false)
    #expect(typed.states("connection") == [.warning])
    #expect(typed.states("account") == [.warning])
    #expect(logins(typed) == 0)
    let agreed = try await examined("media.example.org", consent: true)
    #expect(agreed.states("connection") == [.warning])
    #expect(agreed.states("account") == [.ok])
    #expect(logins(agreed) == 1)
  }

  @Test(
    "an address that cannot be one has a sentence that does not repeat it",
    arguments: ["", "htp://nas.local", "ftp://nas.local", "https://ada:secret@nas.local", "nas.local:99999"])
  func badAddress(_ text: String) {
    do {
      _ = try Examination.address(text)
      Issue.record("\(text) was taken")
    } catch {
      #expect(!"\(error)".contains("nas") && !"\(error)".contains("secret") && "\(error)".count > 15)
    }
  }

  @Test("the report has a line for each finding, and colors only on demand; its JSON has the same")
  func forms() async throws {
    let report = Report(
      server: "https://nas.local", service: "Tally", date: Date(timeIntervalSince1970: 0),
      findings: [Finding("clock", .ok, "agrees"), Finding("version", .problem, "too old")])
    #expect(
      report.text() == """
        server   https://nas.local
        service  Tally
        date     1970-01-01T00:00:00Z

        ok       clock    agrees
        problem  version  too old

        not healthy: 1 ok, 1 problem
        """)
    #expect(report.text(isColored: true).contains("\u{1B}[31mproblem\u{1B}[0m  version  too old"))
    let json = try JSONValue(parsing: Data(try report.json().utf8))
    #expect(json["healthy"]?.bool == false)
    #expect(json["server"]?.string == "https://nas.local")
    #expect(json["findings"]?.array?.last?["state"]?.string == "problem")
  }
}
