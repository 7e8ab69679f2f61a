import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// The requests of these tests go on after a sign-out has cancelled them, as those of an app's own role can.
@Suite("Covers and an account that changes while one of them is requested")
struct CoverMeanwhileTests {
  private let rig: ShelfRig
  private let media: LingeringMedia
  private let shelf: ShelfService
  private let cover: Artwork

  init() async throws {
    let rig = try await ShelfRig()
    self.rig = rig
    var held: LingeringMedia?
    shelf = ShelfService(server: .fake, transport: rig.network, environment: rig.environment.relaunched()) {
      let media = LingeringMedia($0.media)
      ($0.media, held) = (media, media)
    }
    media = try #require(held)
    cover = try #require(try await rig.shelf.items.item(rig.item("The Salt Clock")).artwork(width: 200))
  }

  private var fileCount: Int { rig.files.contents.keys.count { $0.contains("/covers/") } }

  /// Requests the cover, and returns once the answer of that request is held back.
  private func held(_ number: Int) async -> Task<Int?, Never> {
    media.pictures.hold("picture\(number)")
    let call = Task { [shelf, cover] in try? await shelf.covers.picture(cover).count }
    #expect(await eventually { media.pictures.isHolding("picture\(number)") })
    return call
  }

  private func signInAsGrace() async throws {
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
  }

  @Test("a role that does not end with its cancellation leaves nothing of the account before behind")
  func lingering() async throws {
    let call = await held(1)
    try await shelf.account.signOut(pending: .keep)
    try await signInAsGrace()
    media.pictures.letGo("picture1")
    _ = await call.value
    #expect(fileCount == 0)
    #expect(try await shelf.covers.usedBytes() == 0)
    #expect(await shelf.covers.placeholder(for: cover) == nil)
  }

  @Test("a cover that one account requested is none of the account that signs in over it")
  func signedInOver() async throws {
    let call = await held(1)
    try await signInAsGrace()
    media.pictures.letGo("picture1")
    #expect(await call.value != nil)
    #expect(try await shelf.covers.usedBytes() == 0)
    #expect(await shelf.covers.placeholder(for: cover) == nil)
    // Sign in as ada again: her folder must have no file without an entry.
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    #expect(try await shelf.covers.usedBytes() == 0)
    #expect(fileCount == 0)
  }

  @Test("an account that signs in over another one requests its covers itself")
  func ownRequest() async throws {
    let first = await held(1)
    try await signInAsGrace()
    let second = await held(2)
    #expect(media.pictureCount.withLock { $0 } == 2)
    for number in 1...2 { media.pictures.letGo("picture\(number)") }
    _ = await (first.value, second.value)
    #expect(fileCount == 1)
    #expect(try await shelf.covers.usedBytes() == second.value)
  }

  @Test("the late end of a request from before a sign-out leaves the rows after it one request for a cover")
  func shared() async throws {
    let first = await held(1)
    try await shelf.account.signOut(pending: .keep)
    try await signInAsGrace()
    let second = await held(2)
    media.pictures.letGo("picture1")
    _ = await first.value
    let third = Task { try? await shelf.covers.picture(cover).count }
    // Give the third row time for a request of its own, which it must not send.
    for _ in 0..<200 { _ = try await shelf.covers.usedBytes() }
    media.pictures.letGo("picture2")
    #expect(await third.value == second.value)
    #expect(media.pictureCount.withLock { $0 } == 2)
  }
}
