import MediaCore
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The profile of an Audiobookshelf")
struct ShelfProfileTests {
  nonisolated static let capabilitiesByVersion: [(String, Set<ServerCapability>)] = [
    ("2.20.0", []), ("2.22.0", [.openTracks]), ("2.25.1", [.openTracks]),
    ("2.26.0", [.openTracks, .datedProgress, .renewableSignIn]),
    ("2.26.3", [.openTracks, .datedProgress, .renewableSignIn, .openEpisodeTracks]),
    ("2.30.0", [.openTracks, .datedProgress, .renewableSignIn, .openEpisodeTracks]),
    ("2.35.1", [.openTracks, .datedProgress, .renewableSignIn, .openEpisodeTracks]),
    ("2.36.0", [.openTracks, .datedProgress, .renewableSignIn, .openEpisodeTracks, .signInList]),
  ]

  @Test("a version can do what its routes can", arguments: capabilitiesByVersion)
  func capabilities(version: String, expected: Set<ServerCapability>) async throws {
    let rig = try await ShelfRig(world: ShelfWorld.sample.served(by: version), as: nil)
    let profile = try await rig.shelf.profile()
    #expect(profile.version == version)
    #expect(profile.support == .tested)
    #expect(profile.capabilities == expected)
    #expect(profile.signInOptions == [.password, .apiKey])
  }

  @Test("a server that is too old is named with both versions, and is asked all the same")
  func tooOld() async throws {
    let rig = try await ShelfRig(world: ShelfWorld.sample.served(by: "2.19.4"), as: nil)
    let profile = try await rig.shelf.profile()
    #expect(profile.support == .tooOld(oldest: ServerVersion(2, 20)))
    #expect(profile.text(.english) == "This server has version 2.19.4. At least 2.20.0 is needed.")
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(try await !rig.shelf.libraries.all().isEmpty)
  }

  @Test("the clock of the server is compared with the device's")
  func skew() async throws {
    let rig = try await ShelfRig(as: nil, serverAhead: 7200)
    #expect(rig.shelf.client.clockSkew == nil)
    _ = try await rig.shelf.profile()
    let skew = try #require(try await rig.shelf.profile().clockSkew)
    #expect(skew >= .seconds(7199) && skew <= .seconds(7201))
  }

  @Test("the sign-in screen shows the profile of the server that was found")
  func screen() async throws {
    let rig = try await ShelfRig(world: ShelfWorld.sample.served(by: "2.19.4"), as: nil)
    let model = ShelfSignInViewModel { _, _ in rig.shelf }
    model.address = "books.example.org"
    model.findServer()
    await model.settled()
    #expect(model.state.step == .chooseWay)
    #expect(model.state.profile?.support == .tooOld(oldest: ServerVersion(2, 20)))
  }
}
