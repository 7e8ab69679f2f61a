import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The sign-in screen")
struct TallySignInViewModelTests {
  private func screen(_ bench: Bench) -> TallySignInViewModel {
    TallySignInViewModel { address, _ in
      TallyService(server: address, transport: bench.faults, environment: bench.environment)
    }
  }

  private func found(_ bench: Bench) async -> TallySignInViewModel {
    let signIn = screen(bench)
    signIn.address = "https://tally.example"
    signIn.findServer()
    await signIn.settled()
    return signIn
  }

  @Test("an address, a wrong password, the right one")
  func password() async throws {
    let bench = try await Bench(signedIn: false)
    let signIn = await found(bench)
    #expect((signIn.state.step, signIn.state.problem) == (.chooseWay, nil))
    #expect(signIn.state.server?.host == "tally.example")
    signIn.signIn(email: TallyWorld.sampleEmail, password: "not-the-password")
    #expect(signIn.state.step == .signingIn)
    await signIn.settled()
    #expect((signIn.state.step, signIn.state.problem) == (.chooseWay, .wrongCredentials))
    #expect(signIn.state.error.map(signIn.text) == "Invalid email or password.")
    signIn.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    await signIn.settled()
    #expect((signIn.state.step, signIn.state.email, signIn.state.problem) == (.signedIn, TallyWorld.sampleEmail, nil))
    let tally = try #require(signIn.tally)
    #expect(try await tally.watchlist.all(status: nil).count == 6)
  }

  @Test("a new account; an e-mail address that has one; fields that the server does not take")
  func register() async throws {
    let bench = try await Bench(signedIn: false)
    let signIn = await found(bench)
    signIn.register(email: TallyWorld.sampleEmail, password: "long-enough")
    await signIn.settled()
    #expect(signIn.state.problem == .accountExists)
    signIn.register(email: "no address", password: "short")
    await signIn.settled()
    #expect(signIn.state.problem == .wrongFields(["email", "password"]))
    signIn.register(email: "new@example.org", password: "long-enough")
    await signIn.settled()
    #expect((signIn.state.step, signIn.state.email) == (.signedIn, "new@example.org"))
  }

  @Test("an app that may not use the local network says so, and finds the server once it may")
  func localNetwork() async throws {
    let bench = try await Bench(signedIn: false)
    let signIn = screen(bench)
    signIn.address = "nas.local"
    bench.faults.fail(.tallyServerHealth, with: .localNetworkDenied)
    signIn.findServer()
    await signIn.settled()
    #expect((signIn.state.step, signIn.state.problem) == (.address, .localNetworkDenied))
    #expect(
      signIn.state.error.map(signIn.text)
        == "This app may not use the local network. Allow it in the settings of the device.")
    #expect(bench.faults.operations == [.tallyServerHealth], "plain http would not help")
    signIn.findServer()
    await signIn.settled()
    #expect((signIn.state.step, signIn.state.problem) == (.chooseWay, nil))
  }

  @Test("what is no address, an address where nothing answers, another server, and a text that is typed anew")
  func addresses() async throws {
    let bench = try await Bench(signedIn: false)
    let signIn = screen(bench)
    signIn.address = "   "
    signIn.findServer()
    await signIn.settled()
    #expect({ if case .address? = signIn.state.problem { true } else { false } }())
    #expect(signIn.state.step == .address)
    bench.faults.isDown = true
    signIn.address = "https://tally.example"
    #expect(signIn.state.problem == nil)
    signIn.findServer()
    await signIn.settled()
    #expect((signIn.state.step, signIn.state.problem, signIn.state.error?.kind) == (.address, .other, .unreachable))
    #expect(signIn.tally == nil)
    signIn.signIn(email: "a@example.org", password: "long-enough")
    #expect(signIn.state.step == .address)
    let other = TallySignInViewModel { address, _ in
      TallyService(
        server: address, transport: ClosureTransport.json { _ in ["hello": "world"] }, environment: .manual())
    }
    other.address = "https://tally.example"
    other.findServer()
    await other.settled()
    #expect(other.state.problem == .wrongServer)
  }

  @Test("giving up waiting goes back to the form, and a late answer changes nothing")
  func cancel() async throws {
    let bench = try await Bench(signedIn: false)
    let signIn = await found(bench)
    signIn.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    signIn.cancel()
    #expect(signIn.state.step == .chooseWay)
    await signIn.settled()
    #expect((signIn.state.step, signIn.state.problem) == (.chooseWay, nil))
  }

  @Test("a server that answers after another address was typed is not the one of the screen")
  func otherAddress() async throws {
    let bench = try await Bench(signedIn: false)
    let hold = HoldTransport(bench.faults)
    let signIn = TallySignInViewModel { address, _ in
      TallyService(server: address, transport: hold, environment: bench.environment)
    }
    hold.hold(.tallyServerHealth)
    signIn.address = "https://tally.example"
    signIn.findServer()
    #expect(await eventually { hold.count == 1 })
    signIn.address = "https://other.example"
    hold.release()
    for _ in 0..<500 { await Task.yield() }
    #expect((signIn.state.step, signIn.state.server, signIn.state.problem) == (.address, nil, nil))
    #expect(signIn.tally == nil)
  }
}
