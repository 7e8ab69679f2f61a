public import MediaCore

/// The watchlist, call by call. An app changes it through ``WatchlistStore``, which works offline; these calls go to
/// the server at once.
public protocol WatchlistAPI: Sendable {
  /// `GET /api/watchlist`: newest first; all of it without a status. **A failure of the database answers with an empty
  /// list.** Large lists are slow.
  func all(status: WatchStatus?) async throws(ClientError) -> [WatchlistEntry]
  /// `GET /api/watchlist/stats`
  func stats() async throws(ClientError) -> WatchlistStats
  /// `POST /api/watchlist`: slow at the first time anybody adds the show. **Overwrites status and date of a show that
  /// is tracked already**, and never says so; unknown ids are added as placeholders.
  /// - Throws: `invalidRequest` for whatever went wrong inside.
  func add(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow
  /// `POST /api/watchlist/search-and-add`: the first match of a search in the US.
  /// - Throws: `notFound` without a match, also when TMDB fails.
  func searchAndAdd(_ query: String, status: WatchStatus) async throws(ClientError) -> AddedShow
  /// `POST /api/watchlist/search-and-add` by number, without a search. **Overwrites like** ``add(_:status:)``.
  func searchAndAdd(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow
  /// `PUT /api/watchlist/{id}/status`. The answer has no show.
  /// - Throws: `notFound` for an entry of somebody else, and for any failure of the database.
  func setStatus(_ status: WatchStatus, of entry: UserShowID) async throws(ClientError) -> WatchlistEntry
  /// `PUT /api/watchlist/{id}/rating`: 0…10 in steps of a half; it cannot be taken back.
  /// - Throws: `invalidRequest`, `notFound`.
  func setRating(_ rating: Double, of entry: UserShowID) async throws(ClientError) -> ShowRating
  /// `PUT /api/watchlist/{id}/notes`. **An unknown entry is no error.**
  func setNotes(_ notes: String, of entry: UserShowID) async throws(ClientError)
  /// `PUT /api/watchlist/{id}/provider`: nil clears it. The server looks for the provider by number, then by name, and
  /// makes it when there is none.
  /// - Throws: `notFound`.
  func setProvider(_ provider: ProviderSelection?, of entry: UserShowID) async throws(ClientError)
  /// `PUT /api/watchlist/{id}/country`: two letters, kept as they are sent; nil clears it.
  /// - Throws: `notFound`.
  func setCountry(_ country: String?, of entry: UserShowID) async throws(ClientError)
  /// `PUT /api/watchlist/{id}/buffer`: 0 or more.
  /// - Throws: `invalidRequest`, `notFound`.
  func setBufferDays(_ days: Int, of entry: UserShowID) async throws(ClientError)
  /// `DELETE /api/watchlist/{id}` with the id **of the show**: that of the entry would answer 200 and remove nothing.
  /// Success proves nothing: list again.
  func remove(_ show: ShowID) async throws(ClientError)
  /// `GET /api/watchlist/watching`: without providers, posters as they were stored; ``all(status:)`` says more.
  func watching() async throws(ClientError) -> [WatchlistEntry]
  /// `GET /api/watchlist/watching/{showId}`: seasons and episodes with their ids.
  /// - Throws: `notFound`.
  func detail(of show: ShowID) async throws(ClientError) -> TrackedShowDetail
}
