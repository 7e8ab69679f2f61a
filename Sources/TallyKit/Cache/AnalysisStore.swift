import Foundation
import MediaCore

/// Shows as the server last analysed them, for a show's page without a network and for the calendar, which analyses a show once for all
/// months instead of once for each.
struct AnalysisStore: Sendable {
  /// A show as the server last analysed it.
  struct Known: Codable, Hashable, Sendable {
    var analysis: ShowAnalysis
    /// The country that was asked for; the providers are those of this country.
    var country: String
    /// When the server was asked, by its own clock.
    var asOf: Date

    /// Whether another analysis would bring nothing new about these days: the pattern is known, the analysed season reaches the last day,
    /// and the analysis is at most a week old.
    func answers(_ days: some Sequence<CalendarDay>, at now: Date) -> Bool {
      guard analysis.knownPattern != nil, (0..<AnalysisStore.lifetime).contains(now.timeIntervalSince(asOf)),
        let last = days.max(), let end = analysis.diagnostics?.episodeDetails.compactMap(\.airDate).max()
      else { return false }
      return last <= end
    }
  }

  typealias Shows = [TMDBID: Known]

  /// The number of shows that are kept. Beyond it, the shows that were asked for longest ago are dropped.
  static let limit = 100
  /// For how long the calendar does not ask again for a show whose pattern is known.
  static let lifetime = 7 * 86_400.0

  let cache: AccountCache<Shows>
  let shows: any ShowAPI
  let client: ServiceClient

  /// - Throws: `signedOut` if nobody is signed in; `storage` if the files cannot be read now.
  func known(_ show: TMDBID) async throws(ClientError) -> Known? { try await cache.read { shows, _ in shows[show] } }

  /// The kept analyses of these shows; empty while the files cannot be read.
  func known(_ asked: Set<TMDBID>) async -> Shows {
    (try? await cache.read { shows, _ in shows.filter { asked.contains($0.key) } }) ?? [:]
  }

  /// Asks the server for an analysis (`GET /api/tmdb/show/{id}/analyze`), and keeps it. Signed out, it is not kept.
  @discardableResult
  func ask(_ show: TMDBID, country: String) async throws(ClientError) -> ShowAnalysis {
    let mark = try? await cache.readMark()
    let asOf = client.serverNow()
    let analysis = try await shows.analyze(show, country: country)
    guard let mark else { return analysis }
    // If another account has signed in since `mark` was read, `merge` throws. The analysis is the earlier account's and is not cached.
    try? await cache.merge(Known(analysis: analysis, country: country, asOf: asOf), askedAt: mark) { shows, known in
      shows[show] = known
      let oldest = shows.sorted { ($0.value.asOf, $0.key) < ($1.value.asOf, $1.key) }
      for (show, _) in oldest.prefix(max(0, shows.count - Self.limit)) { shows[show] = nil }
    }
    return analysis
  }
}
