import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("Server and account")
struct AccountModelTests {
  @Test("a status names the kind of server, and whether it is set up")
  func status() throws {
    let local = try roundTrip(ServerStatus.self, Fixtures.contract("status.responses", "localOnly"))
    #expect(local.isAudiobookshelf)
    #expect(local.serverVersion == "2.36.0")
    #expect(local.isInit == true)
    #expect(local.authMethods == [.local])
    #expect(local.authFormData?.authLoginCustomMessage == "")
    #expect(local.authFormData?.authOpenIDButtonText == nil)

    let openID = try roundTrip(ServerStatus.self, Fixtures.contract("status.responses", "localAndOpenID"))
    #expect(openID.authMethods == [.local, .openid])
    #expect(openID.authFormData?.authLoginCustomMessage == "Welcome")
    #expect(openID.authFormData?.authOpenIDAutoLaunch == false)

    let fresh = try roundTrip(ServerStatus.self, Fixtures.contract("status.responses", "notInitialized"))
    #expect(fresh.isInit == false)
    #expect(fresh.configPath == "/config")
    #expect(fresh.metadataPath == "/metadata")
  }

  @Test("an answer of some other server is no status of ours")
  func otherServer() throws {
    let other = try shelfCoder.decode(ServerStatus.self, from: Data(#"{"version": "10.9"}"#.utf8))
    #expect(!other.isAudiobookshelf)
  }

  @Test("a login holds the account, its tokens and the settings of the server")
  func login() throws {
    let login = try roundTrip(Login.self, Fixtures.contract("login.response"))
    #expect(login.user.username == "mira")
    #expect(login.user.email == nil)
    #expect(login.user.type == .user)
    #expect(login.user.createdAt == Date(milliseconds: 1_770_940_800_000))
    #expect(login.user.mediaProgress.map(\.fraction) == [1925.5 / 5401, 300.25 / 1882.044, 1])
    #expect(login.user.bookmarks.map(\.time) == [1925.5, 12])
    #expect(login.user.permissions.download)
    #expect(!login.user.permissions.delete)
    #expect(login.user.librariesAccessible == [])
    #expect(login.tokens.access == "eyJhbGciOiJIUzI1NiJ9.ACCESS-1.sig")
    #expect(login.tokens.refresh == "eyJhbGciOiJIUzI1NiJ9.REFRESH-1.sig")
    #expect(login.tokens.legacy == "legacy.jwt.never-expires")
    #expect(login.userDefaultLibraryId == "5b1d6a2e-8f0c-4c3a-9a55-1f2d7c9e0b11")
    #expect(login.serverSettings?.version == "2.36.0")
    #expect(login.serverSettings?.sortingPrefixes == ["the", "a"])
    #expect(login.serverSettings?.timeZone == "Europe/Oslo")
    #expect(login.source == "docker")
  }

  @Test("a refresh is a login with new tokens")
  func refresh() throws {
    let login = try roundTrip(Login.self, Fixtures.contract("refresh.response"))
    #expect(login.tokens.access == "eyJhbGciOiJIUzI1NiJ9.ACCESS-2.sig")
    #expect(login.user.mediaProgress.isEmpty)
    #expect(login.user.lastSeen == nil)
    #expect(login.userDefaultLibraryId == nil)
  }

  @Test("tokens are not printed, and the account does not hold them")
  func tokensAreHidden() throws {
    let login = try shelfCoder.decode(Login.self, from: Fixtures.contract("login.response").serialized())
    for text in ["\(login)", "\(login.tokens)", String(reflecting: login)] {
      #expect(!text.contains("ACCESS"))
      #expect(!text.contains("REFRESH"))
      #expect(!text.contains("legacy.jwt"))
    }
    var dumped = ""
    dump(login, to: &dumped)
    #expect(!dumped.contains("ACCESS"))
    let account = String(decoding: try shelfCoder.encode(login.user), as: UTF8.self)
    #expect(!account.contains("ACCESS") && !account.contains("legacy.jwt"))
  }

  @Test("an old server without permissions for e-readers gives none")
  func missingPermission() throws {
    let user = try shelfCoder.decode(
      User.self, from: Data(#"{"id": "u", "permissions": {"download": true}, "type": "emperor"}"#.utf8))
    var permissions = UserPermissions()
    permissions.download = true
    #expect(user.permissions == permissions)
    #expect(user.type == "emperor")
    #expect(user.username == "")
  }

  @Test("libraries come in their order, with the rules for what is finished")
  func libraries() throws {
    let libraries = try roundTrip(Listing<Library>.self, Fixtures.contract("libraries.response")).elements
    #expect(libraries.map(\.name) == ["Audiobooks", "Podkaster"])
    #expect(libraries.map(\.mediaType) == [.book, .podcast])
    #expect(libraries.map(\.settings.markAsFinishedTimeRemaining) == [10, nil])
    #expect(libraries.map(\.settings.markAsFinishedPercentComplete) == [nil, 95])
    #expect(libraries.map(\.settings.coverAspectRatio) == [.square, .square])
    #expect(libraries[0].folders.map(\.fullPath) == ["/audiobooks"])
    #expect(libraries[0].lastScan == Date(milliseconds: 1_788_048_000_000))
    #expect(libraries[1].lastScan == nil)
  }

  @Test("an answer without its list is no answer, not an empty one")
  func listIsRequired() {
    for text in ["{}", #"{"libraries": null}"#, #"{"libraries": {}}"#] {
      #expect(throws: DecodingError.self) {
        try shelfCoder.decode(Listing<Library>.self, from: Data(text.utf8))
      }
    }
  }

  @Test("filter data lists what a library can be filtered by")
  func filterData() throws {
    let data = try roundTrip(FilterData.self, Fixtures.contract("browse", "filterdata", "response"))
    #expect(data.authors.map(\.name) == ["Ursula Ødegård", "村山 光"])
    #expect(data.genres == ["Essay", "Fiction", "Sea stories"])
    #expect(data.series.map(\.name) == ["The Lantern Road"])
    #expect(data.publishedDecades == ["2010", "2020"])
    #expect(data.bookCount == 3)
    #expect(data.loadedAt == Date(milliseconds: 1_788_220_800_000))
  }
}
