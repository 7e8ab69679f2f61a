import MediaTesting
import Testing

@testable import MediaCore

@Suite("What follows from a server's version")
struct ServerProfileTests {
  private let tested = ServerVersion(2, 20)...ServerVersion(2, 36)

  @Test("versions are compared by their numbers")
  func versions() throws {
    #expect(try #require(ServerVersion("2.9.0")) < ServerVersion(2, 22))
    #expect(try #require(ServerVersion("2.26.2")) < ServerVersion(2, 26, 3))
    #expect(try #require(ServerVersion("v2.26.3-beta.1")) == ServerVersion(2, 26, 3))
    #expect(try #require(ServerVersion("2.26")) == ServerVersion(2, 26))
    #expect(try #require(ServerVersion("3")) > ServerVersion(2, 26, 3))
    #expect(ServerVersion("2.26.3")?.description == "2.26.3")
    for text in ["", "edge", ".", "99999999999999999999.1"] { #expect(ServerVersion(text) == nil) }
  }

  @Test(
    "a version below the tested ones is too old, one above is newer, and a patch of the newest is neither",
    arguments: [
      ("2.19.9", ServerSupport.tooOld(oldest: ServerVersion(2, 20))), ("2.20.0", .tested), ("2.30.0", .tested),
      ("2.36.0", .tested), ("2.36.9", .tested), ("2.37.0", .newerThanTested(newest: ServerVersion(2, 36))),
      ("3.0", .newerThanTested(newest: ServerVersion(2, 36))), ("edge", .unknown), ("", .unknown),
    ])
  func support(text: String, expected: ServerSupport) {
    #expect(ServerSupport(ServerVersion(text), tested: tested) == expected)
  }

  @Test("the sentence names both versions, and there is none for a tested one")
  func texts() {
    func profile(_ text: String) -> ServerProfile {
      ServerProfile(
        version: text, support: ServerSupport(ServerVersion(text), tested: tested), signInOptions: [.password])
    }
    #expect(profile("2.17.0").text(.english) == "This server has version 2.17.0. At least 2.20.0 is needed.")
    #expect(
      profile("2.40.1").text(.english)
        == "This server has version 2.40.1, which is newer than the tested 2.36.0.")
    #expect(
      profile("2.40.1").text(Texts(.coreGerman))
        == "Dieser Server hat Version 2.40.1 und ist neuer als die geprüfte 2.36.0.")
    #expect(profile("2.36.0").text(.english) == nil)
    #expect(profile("edge").text(.english) == nil)
  }
}
