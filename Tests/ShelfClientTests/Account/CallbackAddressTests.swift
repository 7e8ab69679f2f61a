import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// A browser writes the address that ends a sign-in in its own way.
@Suite("The address that a sign-in comes back to")
struct CallbackAddressTests {
  @Test(
    "is the app's own in every spelling of a browser",
    arguments: [
      ("ShelfApp://oauth", "shelfapp://oauth"), ("shelfapp://OAuth", "shelfapp://oauth/"),
      ("https://app.example", "https://app.example/"), ("HTTPS://App.Example/cb", "https://app.example:443/cb"),
      ("http://app.example:80/cb", "http://app.example/cb"), ("https://app.example:8443", "https://app.example:08443/"),
      ("https://app.example/a%2fb", "https://app.example/a%2Fb"),
      ("https://app.example/~me", "https://app.example/%7Eme"),
      ("https://app.example/%7eme/%63b", "https://app.example/~me/cb"),
      ("com.example.app:/oauth", "com.example.app:oauth"),
      ("com.example.app:/oauth", "COM.example.app:///oauth"), ("http://[::1]:8080/cb", "HTTP://[::1]:8080/cb"),
      ("shelf-app://oauth_callback", "SHELF-APP://oauth_callback"),
    ])
  func same(_ redirect: String, _ callback: String) throws {
    let expected = try #require(CallbackAddress(redirect))
    for end in ["", "?", "?code=a&state=b", "?code=a&state=b#_=_", "?code=a&state=b#", "#_=_"] {
      let parts = try #require(CallbackParts(callback + end))
      #expect(parts.address == expected)
      #expect(!parts.hasFragment)
    }
    #expect(CallbackParts(callback + "?code=a&state=b#_=_")?.query == "code=a&state=b")
  }

  @Test(
    "is another one where it differs in more than spelling",
    arguments: [
      ("https://app.example/cb", "http://app.example/cb"), ("https://app.example/cb", "https://app.example/cb/"),
      ("https://app.example/cb", "https://app.example/CB"), ("https://app.example/cb", "https://app.example:8443/cb"),
      ("https://app.example/cb", "https://app.example//cb"), ("https://app.example/a/b", "https://app.example/a%2Fb"),
      ("https://app.example/cb", "https://app.example/x/../cb"),
      ("https://app.example/cb", "https://app.example.evil/cb"),
      ("shelfapp://oauth", "shelfapp://oauth.evil"), ("shelfapp://oauth", "shelfapp:/oauth"),
      ("http://app.example:443/cb", "http://app.example/cb"), ("https://app.example/%80", "https://app.example/"),
    ])
  func different(_ redirect: String, _ callback: String) throws {
    let expected: CallbackAddress = try #require(CallbackAddress(redirect))
    #expect(CallbackAddress(callback) != expected)
  }

  @Test(
    "is none where a parser would have to guess",
    arguments: [
      "", "oauth", "//app.example/cb", "https:///cb", "https:/cb", "https://user@app.example/cb",
      "https://app.example\\@evil.example/cb", "https://app.example:/cb", "https://app.example:0/cb",
      "https://app.example:70000/cb", "https://app.example:443:443/cb", "https://app.example./cb",
      "https://аpp.example/cb",
      "https://app.example/a b", "https://app.example/%4", "https://app.example/%zz", "1app://oauth", "https://[::1/cb",
      "https://app.example/cb\n", "https://" + String(repeating: "a", count: 9000),
    ])
  func malformed(_ text: String) {
    #expect(CallbackParts(text) == nil)
    #expect(CallbackAddress(text) == nil)
  }

  @Test("holds no query and no fragment of its own")
  func parts() throws {
    #expect(CallbackAddress("https://app.example/cb?next=1") == nil)
    #expect(CallbackAddress("https://app.example/cb#x") == nil)
    #expect(CallbackParts("https://app.example/cb?code=a#access_token=b")?.hasFragment == true)
    #expect(CallbackParts("https://app.example/cb#_=_x")?.hasFragment == true)
    #expect(CallbackAddress("HTTPS://App.example:443")?.description == "https://app.example/")
    #expect(CallbackAddress("Com.Example.App:oauth")?.description == "com.example.app:/oauth")
  }

  @Test(
    "ends the sign-in over a provider, however the browser spells it",
    arguments: [
      ("ShelfApp://oauth", "shelfapp://oauth?code=CODE&state=STATE"),
      ("https://app.example", "https://app.example/?code=CODE&state=STATE"),
      ("https://app.example:443/cb", "https://app.example/cb?state=STATE&code=CODE#_=_"),
      ("https://app.example/%7eme", "https://APP.example/~me?code=CODE&state=STATE&session_state=x#"),
      ("com.example.app:/oauth", "com.example.app:/oauth?code=CODE&state=STATE"),
    ])
  func signIn(_ redirect: String, _ callback: String) async throws {
    let (rig, flow, state) = try await begun(redirect)
    let code = try #require(rig.server.openIDCode(for: "ada"))
    let text = callback.replacingOccurrences(of: "CODE", with: code).replacingOccurrences(of: "STATE", with: state)
    let login = try await rig.shelf.openID.finish(flow, callback: try #require(URL(string: text)))
    #expect(login.user.username == "ada")
  }

  @Test(
    "ends no sign-in when it belongs to something else, or says two things",
    arguments: [
      "https://app.example/other?code=CODE&state=STATE", "https://app.example.evil/cb?code=CODE&state=STATE",
      "http://app.example/cb?code=CODE&state=STATE", "https://user@app.example/cb?code=CODE&state=STATE",
      "https://app.example/cb?code=CODE&state=other", "https://app.example/cb?code=CODE",
      "https://app.example/cb?code=CODE&state=other&state=STATE", "https://app.example/cb?code=CODE&code=b&state=STATE",
      "https://app.example/cb#code=CODE&state=STATE",
    ])
  func refused(_ callback: String) async throws {
    let (rig, flow, state) = try await begun("https://app.example/cb")
    let code = try #require(rig.server.openIDCode(for: "ada"))
    let text = callback.replacingOccurrences(of: "CODE", with: code).replacingOccurrences(of: "STATE", with: state)
    let url = try #require(URL(string: text))
    let error = try await failure { try await rig.shelf.openID.finish(flow, callback: url) }
    #expect(["openIDCallback", "openIDRefused"].contains(error.detail))
    #expect(rig.count(.shelfOpenIDFinish) == 0)
  }

  private func begun(_ redirect: String) async throws -> (ShelfRig, OpenIDFlow, state: String) {
    var world = ShelfWorld.sample
    world.enableOpenID(redirects: [redirect])
    let rig = try await ShelfRig(world: world, as: nil)
    let flow = try await rig.shelf.openID.start(redirect: try #require(URL(string: redirect)))
    return (rig, flow, try #require(LiveOpenIDAPI.query(of: flow.page)["state"]))
  }
}
