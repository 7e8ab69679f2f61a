import MediaCore

/// Reads the whole watchlist. The server answers 200 with an empty list when its database fails, so an empty list is accepted only after
/// another answer shows that the database works.
struct WatchlistReader: Sendable {
  let watchlist: any WatchlistAPI
  let services: any StreamingServiceAPI

  /// - Parameters:
  ///   - known: shows that were on the list before; if there are none, accepting an empty list loses nothing.
  ///   - believesEmpty: whether an empty list is accepted without another request when nothing was on the list before.
  ///   - needsProof: whether an empty list is accepted only after an answer that needs the database, although nothing was on the list before:
  ///     a removal counts as done when its show is missing.
  func all(
    known: [ShowID], believesEmpty: Bool = false, needsProof: Bool = false
  ) async throws(ClientError) -> [WatchlistEntry] {
    let entries = try await watchlist.all(status: nil)
    guard entries.isEmpty, !(believesEmpty && known.isEmpty) else { return entries }
    if try await watchlist.stats().totalShows > 0 { throw Self.emptyList }
    // Nothing is lost: there is no show that the empty list could remove.
    if known.isEmpty, !needsProof { return entries }
    try await proveDatabase(known.first)
    // The database may have recovered between the list and the proof: only a list from after the proof counts.
    return try await watchlist.all(status: nil)
  }

  /// - Throws: if the database fails. `stats()` counts 0 shows then; listing the services and finding a show both need the database.
  private func proveDatabase(_ show: ShowID?) async throws(ClientError) {
    guard let show else {
      _ = try await services.all(country: nil, acceptsKept: false)
      return
    }
    if let list = try? await services.all(country: nil, acceptsKept: false), !list.services.isEmpty { return }
    do throws(ClientError) { _ = try await watchlist.detail(of: show) } catch {
      throw error.kind == .notFound ? Self.emptyList : error
    }
  }

  private static var emptyList: ClientError {
    ClientError(.server, operation: .tallyWatchlistAll, detail: "emptyList")
  }
}
