import Foundation
import MediaCore

/// A refresh in the seconds that the system gives an app in the background. It sends the waiting changes and reads new data from the
/// server.
///
/// The refresh first sends the waiting changes. Then it reads the newest episodes and the progress, and applies the rules for downloads.
/// When the time is over, the current step is cancelled. Changes that were not sent wait for the next refresh, and data that was read
/// before stays stored.
///
/// ```swift
/// let outcome = await BackgroundRefresh(shelf: shelf).run(within: .seconds(25))
/// for episode in outcome.newEpisodes { show("New: \(episode.title)") }
/// print("ask the system again at", outcome.nextAt)
/// ```
public struct BackgroundRefresh: Sendable {
  /// The time until the next refresh if work is left after a refresh.
  public static let soonest = Duration.seconds(900)
  /// The time until the next refresh if nothing is left to do after a refresh.
  public static let usual = Duration.seconds(3600)

  private let shelf: ShelfService

  /// Creates the refresh for the account of `shelf`. Sends no request.
  public init(shelf: ShelfService) { self.shelf = shelf }

  /// Runs the steps of the refresh until they are done or the time is over. The method never throws: ``BackgroundOutcome/error`` is the
  /// first error. If the calling task is cancelled, the refresh ends early, in the same way as when the time is over.
  /// - Parameter time: the time for requests, by the environment's clock. After this time, the refresh saves the data, which sends no
  ///   request. Therefore pass a few seconds less than the system gives the app.
  public func run(within time: Duration) async -> BackgroundOutcome {
    let before = await Known(shelf)
    let steps = Locked(Steps())
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let clock = shelf.client.environment.clock
    let timer = Task {
      try? await clock.sleep(for: time, as: .watchdog)
      end.finish()
    }
    let work = Task {
      if time > .zero { await run(steps) }
      end.finish()
    }
    // The loop also ends when the calling task is cancelled. It does not wait for a request that continues after its cancellation.
    for await _ in ends {}
    let done = steps.withLock { $0 }
    work.cancel()
    timer.cancel()
    // Use a new task, because reading and saving must also work if the calling task is cancelled.
    return await Task {
      await shelf.client.accounts.save()
      return await Known(shelf).outcome(since: before, done, now: clock.now())
    }.value
  }

  // MARK: Steps

  fileprivate struct Steps: Sendable {
    var isComplete = false
    var error: ClientError?
  }

  private func run(_ steps: Locked<Steps>) async {
    func note(_ error: ClientError) { steps.withLock { $0.error = $0.error ?? error } }
    await shelf.queue.flush()
    do throws(ClientError) {
      // Like the Latest screen, request the list only if the stored one is older than `QueueStore.longestAge`.
      let asOf = try await shelf.queueStore.current().asOf
      let age = asOf.map { shelf.client.environment.clock.now().timeIntervalSince($0) } ?? .infinity
      if !Task.isCancelled, !(0..<QueueStore.longestAge.seconds).contains(age) { try await shelf.queueStore.refresh() }
    } catch { note(error) }
    if !Task.isCancelled {
      do throws(ClientError) { try await shelf.downloads.applyRules() } catch { note(error) }
    }
    guard !Task.isCancelled else { return }
    steps.withLock { $0.isComplete = $0.error == nil }
  }

  // MARK: Before and after

  /// The data that is stored on this device, read before and after the refresh to compare both states.
  private struct Known: Sendable {
    var queue: QueueStore.Queue?
    var played: Set<PlayableID> = []
    var open: Set<String> = []
    /// Nil if the list could not be read, as before the device is first unlocked.
    var refused: [MutationRecord]?
    /// Nil if the list could not be read.
    var downloads: Set<PlayableID>?

    init(_ shelf: ShelfService) async {
      queue = try? await shelf.queueStore.current()
      let progress = try? await shelf.progressStore.progress(of: (queue?.entries ?? []).map(\.id))
      played = Set((progress ?? [:]).keys)
      refused = try? await shelf.queue.refused()
      open = Set(((try? await shelf.queue.open()) ?? []).map(\.id))
      downloads = (try? await shelf.downloads.all()).map { Set($0.map(\.id)) }
    }

    func outcome(since before: Known, _ steps: Steps, now: Date) -> BackgroundOutcome {
      var outcome = BackgroundOutcome()
      outcome.newEpisodes = newEpisodes(since: before.queue)
      outcome.waitingCount = open.count
      outcome.sentCount = before.open.subtracting(open).subtracting((refused ?? []).map(\.id)).count
      // Entries of another account, or of a list that could not be read before, are not new.
      if let account = queue?.account, account == before.queue?.account {
        if let refused, let known = before.refused.map({ Set($0.map(\.id)) }) {
          outcome.refused = refused.filter { !known.contains($0.id) }
        }
        if let downloads, let known = before.downloads {
          outcome.newDownloads = downloads.subtracting(known).sorted { $0.description < $1.description }
        }
      }
      (outcome.isComplete, outcome.error) = (steps.isComplete, steps.error)
      // Nothing is left to do for an account that is signed out, or if the server has refused for good.
      let isOver =
        steps.isComplete && open.isEmpty || steps.error.map { $0.kind == .signedOut || $0.isFinalRefusal } ?? false
      let pause = isOver ? BackgroundRefresh.usual : BackgroundRefresh.soonest
      outcome.nextAt = now + pause.seconds
      return outcome
    }

    private func newEpisodes(since before: QueueStore.Queue?) -> [QueueEntry] {
      // If the device had no list of the same account before, every episode would be new: report none.
      guard let queue, let before, before.asOf != nil, queue.account == before.account else { return [] }
      let known = Set(before.entries.map(\.id))
      var listed = queue.entries[...]
      // If the earlier list was cut at its limit, older episodes move up when newer ones are finished. Leave out these
      // older episodes: they are listed after the last known episode.
      if before.hasMore, let last = listed.lastIndex(where: { known.contains($0.id) }) { listed = listed[..<last] }
      return listed.filter { entry in
        entry.id.episodeId != nil && !known.contains(entry.id) && !queue.removed.contains(entry.id)
          && !played.contains(entry.id)
      }
    }
  }
}
