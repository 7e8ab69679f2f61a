import Foundation
import MediaCore
import Testing

@Suite("Where a sign-in in a browser ends")
struct WebSignInRedirectTests {
  @Test(
    "is an address of the app's own, a web address, or one that no browser comes back from",
    arguments: [
      ("audiobookshelf://oauth", WebSignInRedirect.scheme("audiobookshelf")),
      ("App.Example:/done", .scheme("app.example")),
      ("https://App.viewvault.app/auth0/callback", .web(host: "app.viewvault.app", path: "/auth0/callback")),
      ("https://a.test", .web(host: "a.test", path: "/")),
      ("file:///done", nil), ("javascript:alert(1)", nil), ("/relative", nil), ("https:///none", nil),
    ])
  func redirects(text: String, expected: WebSignInRedirect?) throws {
    #expect(WebSignInRedirect(try #require(URL(string: text))) == expected)
  }

  @Test("a provider's page names it once, or not at all")
  func pages() throws {
    func redirect(_ query: String) throws -> WebSignInRedirect? {
      WebSignInRedirect(page: try #require(URL(string: "https://tenant.test/authorize?\(query)")))
    }
    #expect(
      try redirect("state=1&redirect_uri=https%3A%2F%2Fapp.test%2Fauth0%2Fcallback")
        == .web(host: "app.test", path: "/auth0/callback"))
    #expect(try redirect("state=1") == nil)
    #expect(try redirect("redirect_uri=a%3A%2F%2Fb&redirect_uri=c%3A%2F%2Fd") == nil)
  }
}
