import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("How much of a server's own words is kept")
struct ServerMessageLimitTests {
  private let request = HTTPRequest(
    url: URL(fileURLWithPath: "/"),
    fields: ["Authorization": "Bearer canary-access", "X-Proxy": "user=ada; pass=canary-proxy"])

  private func read(_ response: HTTPResponse) -> String? { ServerMessage.read(response, request: request) }
  private func read(_ text: String) -> String? { read(.text(text, status: 400)) }

  @Test("are short, or none")
  func lengths() {
    let longest = String(repeating: "a ", count: 149) + "aa"
    #expect(read(longest) == longest)
    #expect(read(longest + "a") == nil)
    let widest = String(repeating: "👍", count: 300)
    #expect(read(widest) == widest)
    let family = "👨‍👩‍👧"
    #expect(read(String(repeating: family, count: 1 + 1200 / family.utf8.count)) == nil)
    for status in [400, 500] {
      let padding = JSONValue.string(String(repeating: "x", count: 64 << 10))
      #expect(read(.json(["message": "no", "padding": padding], status: status)) == nil)
    }
    #expect(read("") == nil && read("  ") == nil)
  }

  @Test("are no page")
  func page() {
    #expect(read("<html>no</html>") == nil && read("no <b>way") == nil)
    #expect(read(.json(["message": "<script>"], status: 400)) == nil)
  }

  @Test("hold none of the request's secrets, whole or in part, nor those that its way added")
  func secrets() {
    #expect(read("no: Bearer canary-access") == "no: •••")
    #expect(read("no: canary-access") == "no: •••")
    #expect(read("pass canary-proxy is wrong") == "pass ••• is wrong")
    let added = with(HTTPResponse.text("no: canary-added", status: 400)) {
      $0.requestSecrets = [Secret("canary-added")]
    }
    #expect(read(added) == "no: •••")
  }
}
