import MediaCore

/// Carries what the handlers of intents see to those who wait for it: stores learn the server's truth, callers that their change
/// was written.
final class SyncRelay: Sendable {
  enum News: Sendable {
    case watchlist([WatchlistEntry])
    /// An answer to an add: the list will show it.
    case added(WatchlistEntry)
    case progress(TMDBID, ShowProgress)
    case subscriptions(SubscriptionList)
    /// The watchlist was changed: answers that were asked for before are old.
    case wroteWatchlist
    /// The same of the subscriptions.
    case wroteSubscriptions
    /// Progress of a show was written: answers that were asked for before are old.
    case wroteProgress(TMDBID)
    /// Something was recorded or decided.
    case intents
    /// Somebody signed in or out, or a sign-in ran out.
    case account
  }

  private struct State {
    var listeners: [@Sendable (News) async -> Void] = []
    var problems: [String: ClientError] = [:]
    /// Why the newest step of any intent failed; nil after one that did not.
    var newestProblem: ClientError?
    var written: Set<String> = []
    /// Who waits, by intent and delivery.
    var waiting: [String: [Int: CheckedContinuation<Void, Never>]] = [:]
    var priceCountry: String?
    var knownShows: @Sendable () async -> [ShowID] = { [] }
  }

  private let state = Locked(State())

  func listen(_ heard: @escaping @Sendable (News) async -> Void) {
    state.withLock { $0.listeners.append(heard) }
  }

  func tell(_ news: News) async {
    for listener in state.withLock({ $0.listeners }) { await listener(news) }
  }

  /// Who knows which shows are on the watchlist.
  func learnShows(from source: @escaping @Sendable () async -> [ShowID]) {
    state.withLock { $0.knownShows = source }
  }

  func knownShows() async -> [ShowID] { await state.withLock { $0.knownShows }() }

  /// The country whose prices were asked for last; nil for that of the account.
  var priceCountry: String? {
    get { state.withLock { $0.priceCountry } }
    set { state.withLock { $0.priceCountry = newValue } }
  }

  // MARK: One change

  /// Runs a step of an intent and remembers why it failed.
  func watch<Value: Sendable>(
    _ intent: Intent, _ step: @Sendable () async throws(ClientError) -> Value
  ) async throws(ClientError) -> Value {
    do throws(ClientError) {
      let value = try await step()
      state.withLock { $0.newestProblem = nil }
      return value
    } catch {
      state.withLock { state in
        state.problems[intent.id] = error
        state.newestProblem = error
      }
      throw error
    }
  }

  func problem(of id: String) -> ClientError? { state.withLock { $0.problems[id] } }

  /// Why an intent waits that was not tried: what stopped those before it.
  var newestProblem: ClientError? { state.withLock { $0.newestProblem } }

  func isWritten(_ id: String) -> Bool { state.withLock { $0.written.contains(id) } }

  /// A recorded intent starts over: it may be an older one with a new wish.
  func forget(_ id: String) {
    state.withLock { state in
      state.problems[id] = nil
      state.written.remove(id)
    }
  }

  /// The server took it.
  func wrote(_ id: String) {
    let waiting = state.withLock { state in
      state.written.insert(id)
      state.problems[id] = nil
      return state.waiting.removeValue(forKey: id) ?? [:]
    }
    waiting.values.forEach { $0.resume() }
  }

  /// A delivery has tried everything once. It says nothing about other deliveries of the same intent.
  func finish(_ id: String, delivery: Int) {
    state.withLock { $0.waiting[id]?.removeValue(forKey: delivery) }?.resume()
  }

  /// Resumes once the server took the intent, or the delivery is over.
  func hold(_ continuation: CheckedContinuation<Void, Never>, until id: String, orDelivery delivery: Int) {
    let isWritten = state.withLock { state in
      guard !state.written.contains(id) else { return true }
      state.waiting[id, default: [:]][delivery] = continuation
      return false
    }
    if isWritten { continuation.resume() }
  }
}
