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
    guard let show = known.first else {
      // The server answers 500 to this request when its database fails.
      if needsProof { _ = try await services.all(country: nil, acceptsKept: false) }
      return entries
    }
    // If the database fails, `stats()` also counts 0 shows. Accept the empty list only if the server returns services or finds `show`: both
    // need the database.
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
