import Foundation
import MediaCore
import Testing

@testable import MediaAppNavigation

private func error(_ kind: ClientError.Kind, detail: String? = nil) -> ClientError {
  ClientError(kind, operation: "app.test", detail: detail)
}

@Suite("The servers that the app had last")
struct SavedServersTests {
  @Test("A server that was reached over plain http is restored with the user's consent, also after a relaunch")
  func plainHTTP() throws {
    var servers = SavedServers()
    servers.save(.shelf, try ServerAddress("books.example.org:13378"), isPlainHTTP: true)
    let data = try JSONEncoder().encode(servers)
    let relaunched = try JSONDecoder().decode(SavedServers.self, from: data)
    let server = try #require(relaunched.restorable(.shelf))
    #expect(server.address.description == "books.example.org:13378")
    #expect(server.options.allowsPlainHTTP)
  }

  @Test("A server that was reached securely is not restored with a consent to plain http")
  func secure() throws {
    var servers = SavedServers()
    servers.save(.shelf, try ServerAddress("books.example.org"), isPlainHTTP: false)
    #expect(servers.restorable(.shelf)?.options.allowsPlainHTTP == false)
  }

  @Test("A server that the user has left is not restored, but fills in the form")
  func left() throws {
    var servers = SavedServers()
    servers.save(.hub, try ServerAddress("hub.example.org"), isPlainHTTP: false)
    servers.leave(.hub)
    #expect(servers.restorable(.hub) == nil)
    #expect(servers.draft(.hub) == "hub.example.org")
    #expect(servers.draft(.tally) == "")
  }

  @Test("Signing in again at a server that was left restores it at the next launch")
  func back() throws {
    var servers = SavedServers()
    let address = try ServerAddress("hub.example.org")
    servers.save(.hub, address, isPlainHTTP: false)
    servers.leave(.hub)
    servers.save(.hub, address, isPlainHTTP: false)
    #expect(servers.restorable(.hub)?.address == address)
  }
}

@Suite("The form for a server's address")
struct AddressEntryTests {
  @Test("A server that answers is used")
  func answers() throws {
    var entry = AddressEntry(text: "hub.example.org")
    let begun = entry.begin()
    let check = try #require(begun)
    #expect(entry.step == .checking)
    let isUsed = entry.finish(check, with: nil)
    #expect(isUsed)
    #expect(entry.step == .typing)
  }

  @Test("A wrong address says why, and can be corrected")
  func wrong() throws {
    var entry = AddressEntry(text: "hub.example.orgg")
    let begun = entry.begin()
    let check = try #require(begun)
    let problem = error(.unreachable)
    let isUsed = entry.finish(check, with: problem)
    #expect(!isUsed)
    #expect(entry.step == .failed(problem.text(.english)))
    entry.text = "hub.example.org"
    #expect(entry.step == .typing)
    let again = entry.begin()
    #expect(again != nil)
  }

  @Test("A server without encryption asks for the user's consent")
  func consent() throws {
    var entry = AddressEntry(text: "hub.example.org")
    let begun = entry.begin()
    let check = try #require(begun)
    let isUsed = entry.finish(check, with: error(.tls, detail: ClientError.Detail.needsConsent))
    #expect(!isUsed)
    #expect(entry.step == .needsPlainHTTP)
  }

  @Test("An answer for an address that the user has changed since is ignored")
  func lateAnswer() throws {
    var entry = AddressEntry(text: "old.example.org")
    let firstBegun = entry.begin()
    let old = try #require(firstBegun)
    entry.text = "new.example.org"
    let secondBegun = entry.begin()
    let new = try #require(secondBegun)
    let firstIsUsed = entry.finish(old, with: nil)
    #expect(!firstIsUsed)
    #expect(entry.step == .checking)
    let secondIsUsed = entry.finish(new, with: nil)
    #expect(secondIsUsed)
  }

  @Test("A second tap during a check begins no second one, and a cancelled check shows no error")
  func cancelled() throws {
    var entry = AddressEntry(text: "hub.example.org")
    let begun = entry.begin()
    let check = try #require(begun)
    let again = entry.begin()
    #expect(again == nil)
    let isUsed = entry.finish(check, with: .cancelled("app.test"))
    #expect(!isUsed)
    #expect(entry.step == .typing)
  }
}

@Suite("Decisions of the screens")
struct DecisionTests {
  @Test("An error of an ended session offers the sign-in, and any other a retry")
  func trouble() {
    #expect(TroubleAction.of(error(.signedOut)) == .signIn)
    #expect(TroubleAction.of(error(.unreachable)) == .retry)
    #expect(TroubleAction.of(error(.forbidden)) == .retry)
  }

  @Test("A list is loading until the first value or error, and a refresh keeps its rows")
  func listPhase() {
    #expect(ListPhase.of(LoadState<[Int]>.idle) == .loading)
    #expect(ListPhase.of(LoadState<[Int]>.loading(nil)) == .loading)
    #expect(ListPhase.of(LoadState<[Int]>.loading([1])) == .rows)
    #expect(ListPhase.of(LoadState<[Int]>.failed(error(.unreachable), nil)) == .failed)
    #expect(ListPhase.of(LoadState<[Int]>.failed(error(.unreachable), [1])) == .rows)
  }

  @Test("An empty list says so once the server has answered, not while it is asked")
  func emptyList() {
    #expect(ListPhase.of(LoadState<[Int]>.loading([])) == .loading)
    #expect(ListPhase.of(LoadState<[Int]>.loaded([], asOf: .distantPast)) == .empty)
    #expect(ListPhase.of(LoadState<[Int]>.failed(error(.unreachable), [])) == .empty)
  }

  @Test("Signing out with waiting changes lets the user choose what becomes of them")
  func signOutWithChanges() {
    let question = SignOutQuestion(pendingCount: 3)
    #expect(question.message == "3 changes are not on the server yet.")
    #expect(question.choices.map(\.pending) == [.keep, .discard])
    #expect(question.choices.map(\.isDestructive) == [false, true])
  }

  @Test("Signing out without waiting changes has one way, which discards nothing")
  func signOut() {
    #expect(SignOutQuestion(pendingCount: 0).choices.map(\.pending) == [.keep])
    #expect(SignOutQuestion(pendingCount: 1).message == "One change is not on the server yet.")
  }

  @Test("Leaving a Hub erases and says so")
  func leavingHub() {
    #expect(SignOutQuestion.leavingHub.message == "Your channels and watched videos are erased from this device.")
    #expect(SignOutQuestion.leavingHub.choices.map(\.pending) == [.discard])
    #expect(SignOutQuestion.leavingHub.choices.map(\.isDestructive) == [true])
  }
}
