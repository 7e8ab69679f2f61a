import Foundation
import MediaCore
import Testing

@testable import TallyKit

@Suite("What belongs to users, as the contract's documents have it")
struct UserModelTests {
  private func read<Value: Decodable>(_ type: Value.Type, _ name: String, _ members: String...) throws -> Value {
    var value = try Fixtures.contract(name)
    for member in members { value = try #require(value[member]) }
    return try JSONCoder.tally.decode(type, from: value.serialized())
  }

  @Test("an entry of the watchlist has two ids, and its show twice")
  func watchlist() throws {
    let list = try read(WatchlistAnswer.self, "watchlist.list", "data")
    #expect(list.shows.count == 2)
    let entry = list.shows[0]
    #expect(entry.id == "0d9a5f6e-1c74-4b1a-8a63-2f9f6f0b7c21")
    #expect(entry.showId == "c1e7d2a4-90b3-4c58-b6f5-8d3a7e614b02")
    #expect(entry.tmdbID == 310_442)
    #expect(entry.status == .watching)
    #expect(entry.showRating == 8.5)
    #expect(entry.notes == "Kep’t meaning to finish S1 ☂️")
    #expect((entry.bufferDays, entry.countryCode) == (3, "AU"))
    #expect(entry.addedAt == WireDate.parse("2025-09-17T21:04:55.118Z"))
    #expect(entry.show?.posterPath?.hasPrefix("https://image.tmdb.org/t/p/w500/") == true)
    #expect(entry.rawShow?.posterPath == "/k2Lq0aHsv9Wc1rTnYx7dPe4uZbM.jpg")
    #expect(entry.rawShow?.posterURL == entry.show?.posterURL)
    #expect(entry.show?.releasePattern?.analyzedSeason == 2)
    #expect(entry.show?.totalSeasons == 3)
    let current = try #require(entry.progress?.currentEpisode)
    #expect((current.seasonNumber, current.episodeNumber, current.name) == (2, 2, "Episode 2"))
    #expect((entry.progress?.totalEpisodes, entry.progress?.watchedEpisodes) == (12, 9))
    #expect(entry.streamingProvider?.id == 8)
    let placeholder = list.shows[1]
    #expect(placeholder.progress?.currentEpisode == nil)
    #expect(placeholder.streamingProvider == nil)
    #expect(placeholder.addedAt == WireDate.parse("2025-08-30T06:00:00Z"))
    #expect(placeholder.show?.title == "Show (TMDB ID: 990001)")
  }

  @Test("an entry whose show is lost has none, and that is no fault")
  func lostShow() throws {
    let wire: JSONValue = ["id": "a", "show_id": "b", "status": "paused", "show": [:], "shows": .null]
    let issues = DecodingIssues()
    let entry = try JSONCoder.tally.decode(WatchlistEntry.self, from: wire.serialized(), issues: issues)
    #expect(entry.show == nil)
    #expect(entry.tmdbID == nil)
    #expect(entry.status == "paused")
    #expect(issues.count == 0)
  }

  @Test("the answer to an add has the entry and the show, and nothing of availability")
  func added() throws {
    let added = try read(AddedShow.self, "watchlist.add", "data")
    #expect(added.userShow.status == .watching)
    #expect(added.userShow.progress == nil)
    #expect(added.show?.id == added.userShow.showId)
    #expect(added.availability == [])
    #expect(added.message == "Added to watching")
  }

  @Test("progress is keyed by season, with gaps where nothing is stored")
  func progress() throws {
    let progress = try read(ShowProgress.self, "progress.get", "data")
    #expect(progress.lastWatched(season: 1) == 8)
    #expect(progress.lastWatched(season: 2) == 1)
    #expect(progress.lastWatched(season: 3) == nil)
    #expect(EpisodeStates(progress).seasons[2]?[2] == .watching)
    #expect(EpisodeStates(progress).seasons[2]?[3] == nil)
    #expect(EpisodeStates(progress).seasons[2]?[4] == .unwatched)
    #expect(try read(ShowProgress.self, "progress.get.no-episodes", "data") == ShowProgress())
    let receipt = try read(ProgressReceipt.self, "progress.set", "data")
    #expect((receipt.updatedCount, receipt.totalRequested, receipt.status) == (11, 11, .watched))
  }

  @Test("subscriptions can have lost their service, and prices are exact")
  func subscriptions() throws {
    let list = try read(SubscriptionList.self, "subscriptions.list", "data")
    #expect(list.totalActive == 1)
    #expect(list.subscriptions.map(\.monthlyCost) == [Decimal(string: "18.99"), 0, Decimal(string: "9.5")])
    #expect(list.subscriptions[0].startedDate == CalendarDay("2025-06-15"))
    #expect(list.subscriptions[0].service?.defaultPrice?.amount == Decimal(string: "18.99"))
    #expect(list.subscriptions[0].service?.prices?.map(\.tier) == ["Premium", "Standard"])
    #expect(list.subscriptions[1].service?.defaultPrice == nil)
    #expect(list.subscriptions[1].endedDate == CalendarDay("2025-02-28"))
    #expect(list.subscriptions[2].service == nil)
    #expect(list.subscriptions[2].isActive == nil)
    let services = try read(ServiceList.self, "streaming-services", "data").services
    #expect(services[0].prices?.first?.amount == nil)
    #expect(services[1].prices?.map(\.active) == [true, false])
    #expect(
      SubscriptionDraft(services[1])
        == SubscriptionDraft(serviceId: services[1].id, monthlyCost: Decimal(string: "18.99") ?? 0, tier: "Standard"))
  }

  @Test("profile, sign-in and advice")
  func others() throws {
    let profile = try read(UserProfile.self, "profile", "data")
    #expect(profile.user.displayName == "Mika Äijälä")
    #expect(profile.stats?.byStatus["watching"] == 3)
    #expect(profile.joinedDate == WireDate.parse("2025-06-15T09:30:00.123Z"))
    let answer = try read(SignInAnswer.self, "auth.login")
    #expect(answer.user.id == "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11")
    #expect(JWTHint(Secret(answer.token))?.expiresAt == Date(timeIntervalSince1970: 1_758_184_872))
    let advice = try read(CancelAdvice.self, "recommendations.cancel", "data")
    #expect(advice.recommendations.map(\.type) == [.cancel, .pause])
    #expect(advice.recommendations[0].potentialSavings?.annual == 191.88)
    #expect(advice.recommendations[1].potentialSavings?.shortTerm == 47.97)
    #expect(try read(Health.self, "health").ok)
  }
}
