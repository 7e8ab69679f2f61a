import MediaCore

/// Reads the whole watchlist. The server answers 200 with an empty list when its database fails, so an empty one counts only
/// when the database is seen to answer otherwise.
struct WatchlistReader: Sendable {
  let watchlist: any WatchlistAPI
  let services: any StreamingServiceAPI

  /// - Parameters:
  ///   - known: shows that were on the list before; without any, nothing can be lost by believing it.
  ///   - believesEmpty: whether an empty list may be believed without another look when nothing was on it before.
  func all(known: [ShowID], believesEmpty: Bool = false) async throws(ClientError) -> [WatchlistEntry] {
    let entries = try await watchlist.all(status: nil)
    guard entries.isEmpty, !(believesEmpty && known.isEmpty) else { return entries }
    if try await watchlist.stats().totalShows > 0 { throw Self.emptyList }
    guard let show = known.first else { return entries }
    // The counts fail as silently as the list. Services are everybody's, and a show stays known when nobody tracks it any more.
    // A kept answer would say nothing of the database of now.
    if let list = try? await services.all(country: nil, acceptsKept: false), !list.services.isEmpty { return entries }
    do throws(ClientError) { _ = try await watchlist.detail(of: show) } catch {
      throw error.kind == .notFound ? Self.emptyList : error
    }
    return entries
  }

  private static var emptyList: ClientError {
    ClientError(.server, operation: .tallyWatchlistAll, detail: "emptyList")
  }
}
