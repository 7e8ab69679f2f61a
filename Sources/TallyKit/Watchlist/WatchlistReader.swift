import MediaCore

/// Reads the whole watchlist. The server answers 200 with an empty list when its database fails, so an empty list is accepted only after
/// another answer shows that the database works.
struct WatchlistReader: Sendable {
  let watchlist: any WatchlistAPI
  let services: any StreamingServiceAPI

  /// - Parameters:
  ///   - known: shows that were on the list before.
  ///   - believesEmpty: whether an empty list is accepted without another request when nothing was on the list before, because an answer that
  ///     needs the database has just arrived.
  func all(known: [ShowID], believesEmpty: Bool = false) async throws(ClientError) -> [WatchlistEntry] {
    let entries = try await watchlist.all(status: nil)
    guard entries.isEmpty, !(believesEmpty && known.isEmpty) else { return entries }
    if try await watchlist.stats().totalShows > 0 { throw Self.emptyList }
    try await proveDatabase(known.first)
    // The database may have recovered between the list and the proof: only a list from after the proof counts.
    return try await watchlist.all(status: nil)
  }

  /// - Throws: if the database fails. `stats()` counts 0 shows then; listing the services and finding a show both need the database.
  private func proveDatabase(_ show: ShowID?) async throws(ClientError) {
    guard let show else { return try await services.proveDatabase() }
    if let list = try? await services.listed(), !list.services.isEmpty { return }
    do throws(ClientError) { _ = try await watchlist.detail(of: show) } catch {
      throw error.kind == .notFound ? Self.emptyList : error
    }
  }

  private static var emptyList: ClientError {
    ClientError(.server, operation: .tallyWatchlistAll, detail: "emptyList")
  }
}

extension StreamingServiceAPI {
  /// Asks for something that the server cannot answer without its database.
  /// - Throws: `server` if the database fails.
  func proveDatabase() async throws(ClientError) { _ = try await listed() }

  /// The services, for a valid country: with the account's own one the request could fail although the database works.
  fileprivate func listed() async throws(ClientError) -> ServiceList {
    try await all(country: CountryPreference.fallback, acceptsKept: false)
  }
}
