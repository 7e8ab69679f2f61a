import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("What a person reads where trying again does not help")
struct RefusalTextTests {
  private let german = Texts(.coreGerman, .tallyGerman)

  @Test(
    "a country that is no code of two letters is not sent, whoever sends it",
    arguments: ["Germany", "D", "", "DEU", "1!", "Ä", "ß", "D ", "ÄÖ", "日本"])
  func noCode(_ country: String) async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let update = await #expect(throws: ClientError.self) {
      _ = try await bench.tally.users.update(ProfileUpdate(countryCode: country))
    }
    #expect((update?.kind, update?.status) == (.invalidRequest, nil))
    await #expect(throws: ClientError.self) { try await bench.tally.watchlistStore.setCountry(country, of: 520_100) }
    await #expect(throws: ClientError.self) { try await bench.tally.watchlist.setCountry(country, of: "x") }
    #expect(bench.server.requests.isEmpty)
    let before = bench.tally.country.current
    bench.tally.country.set(country)
    #expect(bench.tally.country.current == before)
    let account = TallyAccountViewModel(tally: bench.tally)
    account.updateProfile(ProfileUpdate(countryCode: country))
    await account.settled()
    #expect(account.state.notice == "A country is two letters, such as DE.")
    #expect(update.map { ErrorText.shows($0, german) } == "Ein Land besteht aus zwei Buchstaben, etwa DE.")
    let search = SearchViewModel(tally: bench.tally)
    search.setCountry(country)
    let calendar = CalendarViewModel(tally: bench.tally)
    calendar.setCountry(country)
    account.dismissNotice()
    account.setCountry(country)
    #expect((search.state.country, calendar.state.country, account.state.country) == (before, before, before))
    let notices = [search.state.notice, calendar.state.notice, account.state.notice]
    #expect(notices == Array(repeating: "A country is two letters, such as DE.", count: 3))
  }

  @Test("a stored country that is no code counts as none, and a small one is taken")
  func storedCountry() async throws {
    let bench = try await Bench(signedIn: false)
    bench.tally.preferences.set("Germany", forKey: CountryPreference.key)
    #expect(bench.tally.country.current == "US")
    bench.tally.country.set("de")
    #expect(bench.tally.country.current == "DE")
  }

  @Test(
    "an empty name, and a change of nothing, are not sent",
    arguments: [ProfileUpdate(), .init(displayName: " "), .init(timezone: "")])
  func emptyProfile(_ change: ProfileUpdate) async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let account = TallyAccountViewModel(tally: bench.tally)
    account.updateProfile(change)
    await account.settled()
    #expect(account.state.notice == "There is nothing to change, or a field is empty.")
    #expect(bench.server.requests.isEmpty)
  }

  @Test("the error of a store that refuses input on this device has the sentence of the screens")
  func refusedInput() async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let store = bench.tally.watchlistStore
    let rating = await #expect(throws: ClientError.self) { try await store.setRating(11, of: 520_100) }
    let provider = await #expect(throws: ClientError.self) {
      try await store.setProvider(ProviderSelection(id: 0, name: ""), of: 520_100)
    }
    let country = await #expect(throws: ClientError.self) { try await store.setCountry("DEU", of: 520_100) }
    let days = await #expect(throws: ClientError.self) { try await store.setBufferDays(-1, of: 520_100) }
    let profile = await #expect(throws: ClientError.self) { try await bench.tally.users.update(ProfileUpdate()) }
    let texts = [rating, provider, country, days, profile].map { $0?.text(.english) ?? "" }
    #expect(
      texts == [
        "A rating is from 0 to 10.", "There is no such provider.", "A country is two letters, such as DE.",
        "The buffer is a number of days, 0 or more.", "There is nothing to change, or a field is empty.",
      ])
    #expect(rating?.text(german) == "Eine Bewertung geht von 0 bis 10.")
    #expect(bench.server.requests.isEmpty)
  }

  @Test("a price or a name that the server's columns do not hold is refused on this device, with a sentence")
  func tooLarge() async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let store = bench.tally.subscriptionStore
    let added = await #expect(throws: ClientError.self) {
      try await store.add(SubscriptionDraft(serviceId: "8", monthlyCost: 54_000))
    }
    let changed = await #expect(throws: ClientError.self) {
      try await store.update(StreamingSubscription(id: "1"), SubscriptionUpdate(monthlyCost: 10_000))
    }
    let name = await #expect(throws: ClientError.self) {
      try await bench.tally.users.update(ProfileUpdate(displayName: String(repeating: "é", count: 101)))
    }
    let price = "A price is from 0 to 9999.99."
    #expect([added, changed].map { $0?.text(.english) } == [price, price])
    #expect(name?.text(.english) == "A name has at most 100 characters.")
    #expect(name?.text(german) == "Ein Name hat höchstens 100 Zeichen.")
    #expect(bench.server.requests.isEmpty)
  }

  @Test(
    "a final refusal is said in the server's words, and asks nobody to try again",
    arguments: [400, 403, 404, 409, 422], ["Invalid body", nil])
  func final(_ status: Int, _ message: String?) {
    let error = ClientError(.init(status: status), operation: .tallyProgressSet, status: status, serverMessage: message)
    for text in [
      ErrorText.search(error, .english), ErrorText.shows(error, .english), ErrorText.progress(error, .english),
    ] {
      guard error.isFinalRefusal else { continue }
      #expect(text == message.map { "The server refused this: \($0)" } ?? "The server refused this (\(status)).")
    }
    guard message != nil, error.isFinalRefusal else { return }
    #expect(ErrorText.shows(error, german) == "Der Server hat das abgelehnt: Invalid body")
  }

  @Test("what ends by itself still asks to try again")
  func temporary() {
    let error = ClientError(.server, operation: .tallyProgressSet, status: 500, serverMessage: "Failed")
    #expect(ErrorText.shows(error, .english) == "Server error (500). Please try again.")
    #expect(ErrorText.progress(error, .english) == "Couldn't update progress. Try again.")
    let proxy = ClientError(.notFound, operation: .tallyWatchlistAll, status: 404)
    #expect(ErrorText.shows(proxy, .english) == "Server error (404). Please try again.")
  }

  @Test("an episode that the server never stored is said in My Shows as well")
  func notStored() async throws {
    let bench = try await Bench()
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    list.setProgressUpToEpisode(12, season: 1, of: 520_200)
    await list.settled()
    #expect(list.state.notice == "The server does not know this episode yet, so it cannot be saved.")
  }

  @Test("a short password and a wrong address are named, in signing in and signing up", arguments: [true, false])
  func fields(_ registers: Bool) async throws {
    let bench = try await Bench(signedIn: false)
    let account = TallyAccountViewModel(tally: bench.tally)
    let both = "Enter a valid e-mail address. The password needs at least 8 characters."
    func enter(_ email: String, _ password: String) async -> String? {
      if registers {
        account.register(email: email, password: password)
      } else {
        account.signIn(email: email, password: password)
      }
      await account.settled()
      return account.state.notice
    }
    #expect(await enter("new@example.org", "short") == "The password needs at least 8 characters.")
    #expect(await enter("nonsense", "long enough") == "Enter a valid e-mail address.")
    #expect(await enter("nonsense", "short") == both)
    let server = bench.server
    let environment = ClientEnvironment.manual(clock: bench.clock)
    let signIn = TallySignInViewModel { address, _ in
      TallyService(server: address, transport: server.transport, environment: environment)
    }
    signIn.address = "nas.local:4000"
    signIn.findServer()
    await signIn.settled()
    if registers {
      signIn.register(email: "new@example.org", password: "short")
    } else {
      signIn.signIn(email: "new@example.org", password: "short")
    }
    await signIn.settled()
    let error = try #require(signIn.state.error)
    #expect(signIn.text(error) == "The password needs at least 8 characters.")
    #expect(ErrorText.signIn(error, german) == "Das Passwort braucht mindestens 8 Zeichen.")
    #expect(error.serverMessage?.contains("String must contain at least 8 character(s)") == true)
  }

  @Test("an account that is there already is said")
  func exists() async throws {
    let bench = try await Bench(signedIn: false)
    let account = TallyAccountViewModel(tally: bench.tally)
    account.register(email: TallyWorld.sampleEmail, password: "long enough")
    await account.settled()
    #expect(account.state.notice == "There is an account with this e-mail address already.")
  }

  @Test("a field that this version does not know is said in the server's words")
  func otherField() {
    let error = ClientError(
      .invalidRequest, operation: .tallyAccountRegister, status: 400,
      serverMessage: "Invalid request data: nickname: Required", detail: "VALIDATION_ERROR: nickname")
    #expect(ErrorText.signIn(error, .english) == "Invalid request data: nickname: Required")
  }

  @Test("a name that another device has changed is not written over unseen")
  func profileChanged() async throws {
    let bench = try await Bench()
    let account = TallyAccountViewModel(tally: bench.tally)
    account.load()
    account.loadProfile()
    await account.settled()
    _ = try await bench.tally.users.update(ProfileUpdate(displayName: "There"))
    account.updateProfile(ProfileUpdate(displayName: "Here"))
    await account.settled()
    #expect(account.state.profile?.user.displayName == "There")
    #expect(account.state.notice == "The profile was changed on another device. Look at it and save again.")
    account.updateProfile(ProfileUpdate(displayName: "Here"))
    await account.settled()
    #expect(account.state.profile?.user.displayName == "Here")
  }
}
