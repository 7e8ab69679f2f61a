public import Foundation
import MediaTesting

extension TallyWorld {
  /// The e-mail address of the user of ``sample`` who has a full watchlist. The user's password is ``password``.
  public static let sampleEmail = "mika@example.org"
  /// The e-mail address of the second user of ``sample``, who tracks no show. The user's password is ``password``.
  public static let otherEmail = "noor@example.org"

  /// A world of nine shows around 22 November 2026, the day on which a `ManualClock` starts. Some shows release an episode weekly, others
  /// daily, in several lots or all at once. Some shows are running, others announced or long over. The world has three months of TV guide
  /// and two users, of whom one has a watchlist and subscriptions.
  public static let sample: TallyWorld = .sample(at: ManualClock.defaultStart)

  /// Returns the world of ``sample``, shifted to another time by whole weeks, so that each episode keeps its weekday.
  public static func sample(at now: Date) -> TallyWorld {
    var world = TallyWorld()
    world.daysLater = Int((now.timeIntervalSince(ManualClock.defaultStart) / 604_800).rounded()) * 7
    let mika = world.addUser(sampleEmail, name: "Mika Äijälä", country: "AU")
    world.addUser(otherEmail, name: "Noor", country: "US")
    world.addSampleServices()
    world.addSampleShows()
    world.track(
      520_100, for: mika, status: "watching", provider: 8, rating: 8.5, notes: "Kep’t for Fridays ☂️",
      upTo: (season: 2, episode: 3))
    world.track(520_200, for: mika, status: "watching", provider: 337, upTo: (season: 1, episode: 4))
    world.track(520_300, for: mika, status: "watchlist", provider: 8)
    world.track(520_400, for: mika, status: "watching", provider: 2, upTo: (season: 1, episode: 2))
    world.track(520_500, for: mika, status: "completed", provider: 384, rating: 9, upTo: (season: 3, episode: 6))
    world.track(520_700, for: mika)
    world.subscribe(mika, to: 8, cost: 18.99, tier: "Standard")
    world.subscribe(mika, to: 337, cost: 13.99, tier: "Standard")
    world.subscribe(
      mika, to: 384, cost: 11.99, tier: "With ads", isActive: false, started: "2026-01-04", ended: "2026-06-30")
    return world
  }

  private mutating func addSampleServices() {
    addService(
      .netflix,
      prices: [
        Price(country: "AU", tier: "Standard", amount: 18.99, currency: "AUD"),
        Price(country: "AU", tier: "Premium", amount: 25.99, currency: "AUD"),
        Price(country: "US", tier: "Standard", amount: 15.49, currency: "USD"),
        Price(country: "GB", tier: "Standard", amount: 10.99, currency: "GBP"),
        Price(country: "US", tier: "Basic", amount: 9.99, currency: "USD", isActive: false),
      ])
    addService(
      Provider(id: 384, name: "HBO Max", logo: "/hbomax.jpg"),
      prices: [
        Price(country: "AU", tier: "With ads", amount: 11.99, currency: "AUD"),
        Price(country: "US", tier: "Ultimate", amount: 20.99, currency: "USD"),
      ])
    addService(
      .disneyPlus,
      prices: [
        Price(country: "AU", tier: "Standard", amount: 13.99, currency: "AUD"),
        Price(country: "US", tier: "Standard", amount: 7.99, currency: "USD"),
      ])
    addService(Provider(id: 2, name: "Apple TV Plus", logo: "/appletv.jpg"))
    addService(.kanopia)
  }

  private mutating func addSampleShows() {
    addShow(
      520_100, "Lighthouse Winter", overview: "A keeper's daughter logs every ship that never arrives.",
      popularity: 41.9,
      seasons: [
        .binge(on: "2024-03-08", episodes: 8), .weekly(from: "2026-10-30", episodes: 10), .undated(episodes: 6),
      ], providers: ["US": [.netflix, .hboMax], "AU": [.netflix], "GB": [.netflix]])
    translate(520_100, into: "en-AU", name: "Lighthouse Winter", overview: "A keeper's daughter, down under.")
    addShow(
      520_200, "Tidal Clock", overview: "Six tides a season.", popularity: 30.5,
      seasons: [.weekly(from: "2026-11-03", episodes: 9)],
      providers: ["US": [.disneyPlus], "AU": [.disneyPlus], "DE": [.disneyPlus]])
    addShow(
      520_300, "Paper Fleet", overview: "Folded, launched, lost.", popularity: 22,
      seasons: [.split([("2026-11-12", 4), ("2026-12-17", 4)])],
      providers: ["US": [.netflix], "AU": [.netflix], "JP": [.netflix]])
    addShow(
      520_400, "Salt Road", overview: "Caravans, and what they owe.", popularity: 18,
      seasons: [.weekly(from: "2026-10-07", episodes: 12)], providers: ["US": [.appleTV], "GB": [.appleTV]])
    addShow(
      520_500, "Old Beacon", overview: "It burned for thirty years.", status: "Ended", popularity: 12,
      seasons: [
        .binge(on: "2019-05-02", episodes: 6), .binge(on: "2020-05-07", episodes: 6),
        .binge(on: "2021-05-06", episodes: 6),
      ], providers: ["US": [.hboMax], "AU": [.hboMax, .kanopia]])
    addShow(
      520_600, "Evening Ledger", overview: "Every weekday at six.", status: "Canceled", popularity: 5.5,
      seasons: [.weekly(from: "2026-11-16", episodes: 20, every: 1)], providers: ["US": [.primeVideo]])
    addShow(
      520_700, "灯台の冬", overview: "到着しない船の記録。", popularity: 9,
      seasons: [.binge(on: "2027-01-14", episodes: 8)], providers: ["US": [.netflix], "JP": [.netflix]])
    addShow(520_800, "Lighthouse: Untitled Project", status: "In Production", popularity: 0.6)
    addShow(520_900, "Quiet Pilot", status: "Pilot", popularity: 0.9, seasons: [.undated(episodes: 2)])
    // The next two shows are on the demo user's list.
    addShow(
      110_492, "Peacemaker", overview: "A very loud vigilante learns to listen.", popularity: 88,
      seasons: [.weekly(from: "2022-01-13", episodes: 8), .weekly(from: "2026-10-22", episodes: 8)],
      providers: ["US": [.hboMax]])
    addShow(
      259_909, "Dexter: Resurrection", overview: "Back from the cold, and still keeping slides.", popularity: 77,
      seasons: [.weekly(from: "2026-11-20", episodes: 9)],
      providers: ["US": [Provider(id: 1770, name: "Paramount+ with Showtime", logo: "/pshow.jpg")]])
  }
}
