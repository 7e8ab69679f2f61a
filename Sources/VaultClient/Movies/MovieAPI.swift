public import MediaCore

/// Routes for single films. The server does not check who owns a film, so these routes read and change the films of all users. For the
/// user's own films, use ``WatchlistAPI``. For changes that must not be lost, use ``VaultStore``.
public protocol MovieAPI: Sendable {
  /// `GET /api/movies/`: returns all films of all users. This request is slow: the server needs up to a second for each film without a
  /// poster.
  func all() async throws(ClientError) -> [Movie]
  /// `GET /api/movies/{id}`: returns one film.
  func movie(_ id: Int) async throws(ClientError) -> Movie
  /// `POST /api/movies/`: creates a film from its members.
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/createMovie``. Import the film instead.
  func create(_ fields: MovieFields) async throws(ClientError) -> Movie
  /// `PUT /api/movies/{id}`: replaces all six members of a film, including `watched`. A member that is nil is erased. To change single
  /// members, use ``MovieAPI/update(_:_:)``.
  func replace(_ id: Int, with fields: MovieFields) async throws(ClientError) -> Movie
  /// `DELETE /api/movies/{id}`: permanently deletes a film, whoever owns it. For the user's own films, use ``WatchlistAPI/remove(_:)``.
  func delete(_ id: Int) async throws(ClientError)
  /// `PATCH /api/movies/{id}/watched`: toggles whether a film is marked as watched. The server ignores the body of the request. To set the
  /// mark to a given value, use ``VaultStore/setWatched(_:for:)``.
  func toggleWatched(_ id: Int) async throws(ClientError) -> Movie
  /// `POST /api/movies/{id}/clear-newly-imported`: removes the NEW badge that a film has for 24 hours after its import.
  func clearNewlyImported(_ id: Int) async throws(ClientError)
}

extension MovieAPI {
  /// Reads the film with the id `id`, applies the members of `change` that are not nil, and writes every member of the film back. The
  /// server does not detect concurrent changes, so a change that another device makes between the two requests is lost.
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
