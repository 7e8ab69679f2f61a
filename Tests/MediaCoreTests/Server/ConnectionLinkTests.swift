import MediaCore
import Testing

@Suite("A connection as a link")
struct ConnectionLinkTests {
  @Test("has address and headers, and a key only if the app put one there")
  func text() throws {
    var link = ConnectionLink(service: "shelf", address: try ServerAddress("https://nas.example:8443/abs"))
    link.headers = ["CF-Access-Client-Id": Secret("a b+c&d=e"), "X-Home": Secret("ü:1")]
    #expect(!link.text.contains("key="))
    let other = try #require(ConnectionLink(link.text))
    #expect(other == link && other.key == nil)
    link.key = Secret("secret/key+1")
    #expect(ConnectionLink(link.text) == link)
    #expect(!"\(link)".contains("secret/key") && !"\(link)".contains("a b+c"))
    #expect(try link.options().headers["X-Home"] == "ü:1")
  }

  @Test("other texts are none, and neither are headers that no app may set")
  func refused() {
    for text in [
      "", "https://nas.example", "mediaclients://other/shelf?address=nas", "mediaclients://connect/?address=nas",
      "mediaclients://connect/shelf", "mediaclients://connect/shelf?address=ftp%3A%2F%2Fnas",
      "mediaclients://connect/shelf?address=nas.local&header=Host%3Aevil",
      "mediaclients://connect/shelf?address=nas.local&header=X%0AY%3A1",
      "mediaclients://connect/shelf?address=nas.local&header=X%3A1%0D%0AY%3A2",
    ] {
      #expect(ConnectionLink(text) == nil)
    }
  }
}
