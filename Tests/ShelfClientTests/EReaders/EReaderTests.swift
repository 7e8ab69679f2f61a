import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("E-readers")
@MainActor
struct EReaderTests {
  private nonisolated func rig(as user: String = "ada") async throws -> ShelfRig {
    var world = ShelfWorld.sample
    world.addReader("Family Kindle", email: "family@reader.example")
    return try await ShelfRig(world: world, as: user)
  }

  @Test("an ebook is mailed once for each tap, and the screen says to which e-reader")
  func send() async throws {
    let rig = try await rig()
    let model = EReadersViewModel(shelf: rig.shelf)
    model.load()
    await model.settled()
    #expect(model.state.devices.value?.map(\.name) == ["Family Kindle"] && model.state.mayAdd)
    model.send(try rig.item("Only Text"), to: "Family Kindle")
    model.send(try rig.item("Only Text"), to: "Family Kindle")
    #expect(model.state.sendingTo == "Family Kindle")
    await model.settled()
    #expect(rig.server.sentEbooks == ["Only Text → family@reader.example"])
    #expect(model.state.sentTo == "Family Kindle" && model.state.sendingTo == nil)
    model.send(try rig.item("Field Notes"), to: "Family Kindle")
    await model.settled()
    #expect(model.state.notice == "The server does not have this any more.")
    #expect(model.state.sentTo == nil)
  }

  @Test("a mail whose answer was lost is not sent again by itself")
  nonisolated func lost() async throws {
    let rig = try await rig()
    rig.network.fail(.shelfReadersSend, with: .replyLost)
    let error = try await failure {
      try await rig.shelf.readers.sendEbook(of: rig.item("Only Text"), to: "Family Kindle")
    }
    #expect(error.isTransient && rig.server.sentEbooks.count == 1)
  }

  @Test("the account's own e-readers are added beside those of others, and removed")
  func own() async throws {
    let rig = try await rig()
    let other = try await rig.device(as: "ada")
    let model = EReadersViewModel(shelf: rig.shelf)
    model.load()
    await model.settled()
    model.add("My Kobo", email: "kobo@reader.example")
    await model.settled()
    #expect(model.state.own == ["My Kobo"])
    // Another device adds one meanwhile; the next change here keeps it.
    let second = EReadersViewModel(shelf: other)
    second.load()
    await second.settled()
    second.add("Second", email: "second@reader.example")
    await second.settled()
    model.remove("My Kobo")
    await model.settled()
    #expect(model.state.devices.value?.map(\.name) == ["Family Kindle", "Second"])
    model.add("Family Kindle", email: "x@reader.example")
    await model.settled()
    #expect(
      model.state.notice
        == "The server refused this: Invalid payload. Duplicate \"name\" field found.")
    #expect(model.state.own == ["Second"])
  }

  @Test("a change that one account began neither reaches nor shows on the screen of the one that signs in meanwhile")
  func otherAccount() async throws {
    var world = ShelfWorld.sample
    world.addUser("nora", password: ShelfRig.password(of: "nora"), type: .root)
    let rig = try await ShelfRig(world: world)
    let other = try await rig.device(as: "nora")
    let mine = with(EReaderDevice(name: "Nora's")) { $0.email = "nora@reader.example" }
    try await other.readers.setOwnDevices([mine], of: try await other.account.me().id)
    let gate = LateGate()
    let shelf = ShelfService(server: .fake, transport: rig.network, environment: rig.environment.relaunched()) {
      $0.account = LateAccount(base: $0.account, gate: gate)
    }
    let model = EReadersViewModel(shelf: shelf)
    model.load()
    await model.settled()
    #expect(model.state.devices.value == [])
    gate.hold("authorize")
    model.add("Ada's", email: "ada@reader.example")
    #expect(await eventually { gate.isHolding("authorize") })
    try await shelf.account.signOut(pending: .discard)
    try await shelf.account.signIn(username: "nora", password: ShelfRig.password(of: "nora"))
    #expect(await eventually { model.state.own == ["Nora's"] })
    gate.letGo("authorize")
    await model.settled()
    #expect(model.state.own == ["Nora's"] && model.state.notice == nil)
    #expect(rig.count(.shelfReadersSetOwn) == 0)
    #expect(try await other.account.authorize().ereaderDevices.map(\.name) == ["Nora's"])
  }

  @Test("an account without the permission may send, and not add")
  func permission() async throws {
    let rig = try await rig(as: "grace")
    let model = EReadersViewModel(shelf: rig.shelf)
    model.load()
    await model.settled()
    #expect(!model.state.mayAdd && model.state.devices.value?.count == 1)
    model.add("Mine", email: "mine@reader.example")
    await model.settled()
    #expect(model.state.notice?.hasPrefix("This account may not do that.") == true)
  }
}
