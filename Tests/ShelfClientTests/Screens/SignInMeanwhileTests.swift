import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The sign-in screen, when the user goes on meanwhile")
struct SignInMeanwhileTests {
  private struct LateServer: ServerAPI {
    let base: any ServerAPI
    let gate: LateGate

    func status() async throws(ClientError) -> ServerStatus {
      let status = try await base.status()
      await gate.pass("status")
      return status
    }
    func ping() async throws(ClientError) { try await base.ping() }
    func healthCheck() async throws(ClientError) { try await base.healthCheck() }
  }

  private struct LateProvider: OpenIDAPI {
    let base: any OpenIDAPI
    let gate: LateGate

    func start(redirect: URL) async throws(ClientError) -> OpenIDFlow {
      let flow = try await base.start(redirect: redirect)
      await gate.pass("provider")
      return flow
    }
    func finish(_ flow: OpenIDFlow, callback: URL) async throws(ClientError) -> Login {
      try await base.finish(flow, callback: callback)
    }
  }

  private let rig: ShelfRig
  private let gate = LateGate()
  private let signIn: ShelfSignInViewModel

  init() async throws {
    var world = ShelfWorld.sample
    world.enableOpenID()
    let (rig, gate) = (try await ShelfRig(world: world, as: nil), gate)
    self.rig = rig
    signIn = ShelfSignInViewModel { address, _ in
      ShelfService(server: address, transport: rig.network, environment: rig.environment) {
        $0.server = LateServer(base: $0.server, gate: gate)
        $0.account = LateAccount(base: $0.account, gate: gate)
        $0.openID = LateProvider(base: $0.openID, gate: gate)
      }
    }
    signIn.address = "books.example.org"
  }

  private func find() async {
    signIn.findServer()
    await signIn.settled()
    #expect(signIn.state.step == .chooseWay)
  }

  private func letGo(_ name: String) async {
    gate.letGo(name)
    await rig.clock.advance(by: .zero)
    await signIn.settled()
  }

  @Test("a server that is found after another address was typed is not that address's")
  func found() async throws {
    gate.hold("status")
    signIn.findServer()
    #expect(await eventually { gate.isHolding("status") })
    signIn.address = "other.example.org"
    await letGo("status")
    #expect(signIn.state.step == .address && signIn.state.server == nil)
    #expect(signIn.shelf == nil)
  }

  @Test("a sign-in that succeeds after another address was typed is not shown as that one's")
  func signedIn() async throws {
    await find()
    gate.hold("signIn")
    signIn.signIn(username: "ada", password: "correct horse")
    #expect(await eventually { gate.isHolding("signIn") })
    signIn.address = "other.example.org"
    await letGo("signIn")
    #expect(signIn.state.step == .address && signIn.state.username == nil)
    #expect(signIn.shelf == nil)
  }

  @Test("a sign-in that has succeeded on the server when the user cancels is shown")
  func cancelled() async throws {
    await find()
    gate.hold("signIn")
    signIn.signIn(username: "ada", password: "correct horse")
    #expect(await eventually { gate.isHolding("signIn") })
    signIn.cancel()
    #expect(signIn.state.step == .chooseWay)
    await letGo("signIn")
    #expect(signIn.state.step == .signedIn && signIn.state.username == "ada")
    #expect(try await signIn.shelf?.account.status().account != nil)
  }

  @Test("a provider's page that comes after the user has cancelled is not shown")
  func provider() async throws {
    await find()
    gate.hold("provider")
    signIn.startOpenID(redirect: try #require(URL(string: "audiobookshelf://oauth")))
    #expect(await eventually { gate.isHolding("provider") })
    signIn.cancel()
    await letGo("provider")
    #expect(signIn.state.step == .chooseWay && signIn.state.providerPage == nil)
  }

  @Test("a failure that comes after the user has gone on is not shown")
  func failed() async throws {
    await find()
    gate.hold("status")
    signIn.findServer()
    #expect(await eventually { gate.isHolding("status") })
    rig.network.isDown = true
    signIn.address = "other.example.org"
    await letGo("status")
    #expect(signIn.state.problem == nil && signIn.state.error == nil)
  }
}
