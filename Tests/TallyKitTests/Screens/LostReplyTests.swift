import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("A lost reply ends the same way each time")
struct LostReplyTests {
  /// A change on a screen, and its end: what the screen and the server show.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The request whose reply is lost.
    var operation: OperationID
    /// The server's state once everything is sent.
    var stored: String
    /// What the screen says when one reply is lost, and when none arrives. A mark up to an episode is looked up after a lost reply.
    var ends: [String]
    var make: @MainActor @Sendable (TallyService) async throws -> any LostReplyScreen
    var read: @Sendable (Bench) -> String
  }

  nonisolated private static let show: TMDBID = 520_100
  nonisolated private static let untracked: TMDBID = 520_600
  nonisolated private static let later = "Saved on this device. It will be sent later."

  nonisolated static let changes: [Change] = [
    Change(
      testDescription: "My Shows marks up to an episode", operation: .tallyProgressSet, stored: "[1, 2, 3, 4, 5, 6]",
      ends: ["-", "-"]
    ) { tally in
      try await myShows(tally) { $0.setProgressUpToEpisode(6, season: 2, of: show) }
    } read: { bench in
      "\(bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: 2))"
    },
    Change(
      testDescription: "My Shows sets a provider", operation: .tallyWatchlistSetProvider, stored: "337",
      ends: ["-", later]
    ) { tally in
      try await myShows(tally) { $0.setProvider(ProviderSelection(id: 337, name: "Disney Plus"), of: show) }
    } read: { bench in
      "\(bench.server.entry(of: bench.user, tmdbID: show.rawValue)?.providerID ?? 0)"
    },
    Change(
      testDescription: "My Shows adds a show", operation: .tallyWatchlistAdd, stored: "watchlist", ends: ["-", later]
    ) { tally in
      try await myShows(tally) { $0.add(untracked) }
    } read: { bench in
      bench.server.entry(of: bench.user, tmdbID: untracked.rawValue)?.status ?? "-"
    },
    Change(
      testDescription: "Search selects a provider of a tracked show", operation: .tallyWatchlistSetProvider,
      stored: "watching, 337", ends: ["Provider saved", "The provider is saved on this device and will be sent later"]
    ) { tally in
      try await search(tally, show) { $0.selectProvider(provider(337, "Disney Plus"), for: show) }
    } read: { bench in
      stored(bench, show)
    },
    Change(
      testDescription: "Search selects a provider of a show that it adds first", operation: .tallyWatchlistAdd,
      stored: "watching, 119", ends: ["Provider saved", "The provider is saved on this device and will be sent later"]
    ) { tally in
      try await search(tally, untracked) {
        $0.selectProvider(provider(119, "Amazon Prime Video"), for: untracked)
      }
    } read: { bench in
      stored(bench, untracked)
    },
    Change(
      testDescription: "Search adds a show", operation: .tallyWatchlistAdd, stored: "watchlist, 0",
      ends: ["Added to Watchlist", "The show is saved on this device and will be added later"]
    ) { tally in
      try await search(tally, untracked) { $0.addToWatchlist(untracked) }
    } read: { bench in
      stored(bench, untracked)
    },
    Change(
      testDescription: "a subscription is added", operation: .tallySubscriptionAdd, stored: "4", ends: ["-", later]
    ) { tally in
      try await subscriptions(tally) { screen in
        let known = screen.state.items.value?.compactMap(\.subscription.serviceId) ?? []
        let service = try #require(screen.state.services.first { !known.contains($0.id) })
        screen.add(SubscriptionDraft(serviceId: service.id, monthlyCost: 5))
      }
    } read: { bench in
      "\(bench.server.subscriptions(of: bench.user).count)"
    },
    Change(
      testDescription: "a subscription is paused", operation: .tallySubscriptionUpdate, stored: "3", ends: ["-", later]
    ) { tally in
      try await subscriptions(tally) { screen in screen.pause(try netflix(screen)) }
    } read: { bench in
      "\(bench.server.subscriptions(of: bench.user).count)"
    },
    Change(
      testDescription: "a subscription is removed", operation: .tallySubscriptionRemove, stored: "2",
      ends: ["-", later]
    ) { tally in
      try await subscriptions(tally) { screen in screen.remove(try netflix(screen)) }
    } read: { bench in
      "\(bench.server.subscriptions(of: bench.user).count)"
    },
  ]

  @Test("20 runs end alike where one reply is lost, and where none arrives", arguments: changes, [1, Int.max])
  func ends(_ change: Change, _ lost: Int) async throws {
    var ends: Set<String> = []
    for _ in 0..<20 {
      // The queue's pause before its next round does not pass by itself: the screen ends with the first round.
      let bench = try await Bench(passing: .waits)
      let left = Locked(lost)
      let tally = bench.relaunched(Self.losing(change.operation, left, bench))
      let screen = try await change.make(tally)
      await screen.settled()
      let open = try await tally.queue.open().count
      ends.insert("\(screen.end), \(open) open, \(bench.count(change.operation)) sent")
      #expect(screen.announced == change.ends[lost == 1 ? 0 : 1])
      left.withLock { $0 = 0 }
      await tally.queue.flush()
      #expect(change.read(bench) == change.stored)
      #expect(try await tally.queue.all().filter { $0.isOpen || $0.isRefused } == [])
    }
    #expect(ends.count == 1, "\(ends.sorted())")
  }

  @Test(
    "a mark of one episode, which takes two requests, reaches the server as it was made", arguments: [1, 2, Int.max])
  func twoRequests(_ lost: Int) async throws {
    for _ in 0..<20 {
      let bench = try await Bench(passing: .waits)
      let left = Locked(lost)
      let tally = bench.relaunched(Self.losing(.tallyProgressSet, left, bench))
      let screen = try await Self.myShows(tally) { $0.markEpisode(5, season: 2, as: .watched, of: Self.show) }
      await screen.settled()
      #expect((screen.trouble.notice, screen.trouble.error) == (nil, nil))
      #expect(["-", Self.later].contains(screen.announced))
      left.withLock { $0 = 0 }
      await tally.queue.flush()
      #expect(bench.server.watched(of: bench.user, tmdbID: Self.show.rawValue, season: 2) == [1, 2, 3, 5])
      #expect(try await tally.queue.all().filter { $0.isOpen || $0.isRefused } == [])
      #expect(try await tally.progressStore.conflicts() == [])
    }
  }

  /// The bench's network, without the next `left` replies to an operation.
  private static func losing(_ operation: OperationID, _ left: Locked<Int>, _ bench: Bench) -> ClosureTransport {
    ClosureTransport { request in
      let answer = try await bench.faults.send(request)
      let isLost =
        request.operation == operation
        && left.withLock { left in
          defer { left = max(0, left - 1) }
          return left > 0
        }
      if isLost { throw TransportFailure.timedOut }
      return answer
    }
  }

  // MARK: Screens

  private static func myShows(
    _ tally: TallyService, _ change: (TallyWatchlistViewModel) throws -> Void
  ) async throws -> any LostReplyScreen {
    let list = TallyWatchlistViewModel(tally: tally)
    list.load()
    await list.settled()
    try change(list)
    return list
  }

  private static func search(
    _ tally: TallyService, _ show: TMDBID, _ change: (SearchViewModel) throws -> Void
  ) async throws -> any LostReplyScreen {
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(show)
    await search.settled()
    try change(search)
    return search
  }

  private static func subscriptions(
    _ tally: TallyService, _ change: (SubscriptionsViewModel) throws -> Void
  ) async throws -> any LostReplyScreen {
    let screen = SubscriptionsViewModel(tally: tally)
    screen.load()
    await screen.settled()
    try change(screen)
    return screen
  }

  private static func netflix(_ screen: SubscriptionsViewModel) throws -> StreamingSubscription {
    try #require(screen.state.items.value?.first { $0.subscription.service?.name == "Netflix" }).subscription
  }

  nonisolated private static func provider(_ id: Int, _ name: String) -> WatchProvider {
    with(WatchProvider(providerId: id)) { $0.name = name }
  }

  nonisolated private static func stored(_ bench: Bench, _ show: TMDBID) -> String {
    let entry = bench.server.entry(of: bench.user, tmdbID: show.rawValue)
    return "\(entry?.status ?? "-"), \(entry?.providerID ?? 0)"
  }
}

/// A screen whose end is compared.
@MainActor
protocol LostReplyScreen {
  /// The text for the screen reader; `-` for none.
  var announced: String { get }
  /// The notice and the error.
  var trouble: (notice: String?, error: ClientError?) { get }
  func settled() async
}

extension LostReplyScreen {
  fileprivate var end: String {
    "announced \(announced), notice \(trouble.notice ?? "-"), error \(trouble.error?.kind.rawValue ?? "-")"
  }
}

extension TallyWatchlistViewModel: LostReplyScreen {
  var announced: String { state.announcement?.text ?? "-" }
  var trouble: (notice: String?, error: ClientError?) { (state.notice, state.error) }
}

extension SearchViewModel: LostReplyScreen {
  var announced: String { state.announcement?.text ?? "-" }
  var trouble: (notice: String?, error: ClientError?) { (state.notice, state.error) }
}

extension SubscriptionsViewModel: LostReplyScreen {
  var announced: String { state.announcement?.text ?? "-" }
  var trouble: (notice: String?, error: ClientError?) { (state.notice, state.error) }
}
