public import MediaCore

/// Routes for the films of all users, one by one: the server checks no owner. For the user's own films see ``WatchlistAPI``, for changes
/// that must not be lost see ``VaultStore``.
public protocol MovieAPI: Sendable {
  /// `GET /api/movies/`: all films of all users. Slow: up to a second for each film without a poster.
  func all() async throws(ClientError) -> [Movie]
  /// `GET /api/movies/{id}`: one film.
  func movie(_ id: Int) async throws(ClientError) -> Movie
  /// `POST /api/movies/`: creates a film by hand.
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/createMovie``: import instead.
  func create(_ fields: MovieFields) async throws(ClientError) -> Movie
  /// `PUT /api/movies/{id}`: replaces all six members of a film, also `watched`; nil erases a member. See ``MovieAPI/update(_:_:)``.
  func replace(_ id: Int, with fields: MovieFields) async throws(ClientError) -> Movie
  /// `DELETE /api/movies/{id}`: deletes a film for good, whoever owns it. For the user's own films see ``WatchlistAPI/remove(_:)``.
  func delete(_ id: Int) async throws(ClientError)
  /// `PATCH /api/movies/{id}/watched`: toggles the mark of a film, whatever the body says. ``VaultStore/setWatched(_:for:)`` sets a mark.
  func toggleWatched(_ id: Int) async throws(ClientError) -> Movie
  /// `POST /api/movies/{id}/clear-newly-imported`: removes the badge that a film has for 24 hours after its import.
  func clearNewlyImported(_ id: Int) async throws(ClientError)
}

extension MovieAPI {
  /// Reads the film, applies the members of `change` that are not nil, and writes every member back. A change that
  /// another device makes between the two requests is lost: the server compares nothing.
  @discardableResult
  public func update(_ id: Int, _ change: MovieChange) async throws(ClientError) -> Movie {
    let now = try await movie(id)
    guard !change.isShown(by: now) else { return now }
    return try await replace(id, with: MovieFields(now, with: change))
  }
}

struct LiveMovieAPI: MovieAPI {
  let sender: VaultSender

  func all() async throws(ClientError) -> [Movie] {
    try await sender.list(.vaultMoviesAll, path: ["movies"], .vaultSlowOpenRead)
  }

  func movie(_ id: Int) async throws(ClientError) -> Movie {
    try await sender.json(.vaultMoviesOne, path: path(id), .vaultRead.open)
  }

  func create(_ fields: MovieFields) async throws(ClientError) -> Movie {
    try await sender.json(
      .vaultMoviesCreate, .post, path: ["movies"], slash: true, body: fields, .vaultWrite.open, broken: .createMovie)
  }

  func replace(_ id: Int, with fields: MovieFields) async throws(ClientError) -> Movie {
    try await sender.json(.vaultMoviesReplace, .put, path: path(id), body: fields, .vaultSet.open)
  }

  func delete(_ id: Int) async throws(ClientError) {
    try await sender.done(.vaultMoviesDelete, .delete, path: path(id), .vaultWrite.open)
  }

  func toggleWatched(_ id: Int) async throws(ClientError) -> Movie {
    try await sender.json(.vaultMoviesToggle, .patch, path: path(id) + ["watched"], .vaultWrite.open)
  }

  func clearNewlyImported(_ id: Int) async throws(ClientError) {
    try await sender.done(.vaultMoviesClearNew, .post, path: path(id) + ["clear-newly-imported"], .vaultSet)
  }

  private func path(_ id: Int) -> [PathSegment] { ["movies", .number(id)] }
}
