import Foundation
public import MediaCore

/// The titles that a voice assistant or a shortcut can choose from, and the actions on them: add a title to the watchlist, mark a title as
/// watched. Each action returns a sentence for the user, or throws an error with such a sentence (`ClientError.text(_:)`).
///
/// ```swift
/// let intents = VaultIntents(vault: vault)
/// if let match = try await intents.catalogue("north star").first {
///   print(try await intents.add(match).sentence)
/// }
/// ```
/// On Apple's systems, `AddTitleIntent` and `MarkTitleWatchedIntent` connect the actions to App Intents.
public struct VaultIntents: Sendable {
  /// The highest number of titles that ``suggested()`` and ``matching(_:)`` return.
  public static let limit = 25
  /// The longest wait for the library of an account that this device has never read.
  static let patience = Duration.seconds(8)

  private let vault: VaultService

  /// Creates the actions of the account that is signed in. Sends no request.
  public init(vault: VaultService) { self.vault = vault }

  /// The texts of the service, in which the sentences are written.
  public var texts: Texts { vault.client.environment.texts }

  // MARK: Titles of the library

  /// Returns the titles to offer first, as stored on this device: unwatched films and series, the last added first. Sends a request only if
  /// this device has never read the library.
  /// - Throws: `signedOut`, `storage`.
  public func suggested() async throws(ClientError) -> [LibraryEntry] {
    let unwatched = UnwatchedList(try await library(), sortedBy: .added)
    let films = unwatched.movies.map { LibraryEntry.movie($0, partOf: nil) }
    let series = unwatched.series.map { LibraryEntry.series($0) }
    // Take half of each kind, so that many films do not push the series out.
    let half = Self.limit / 2
    let first = films.prefix(half) + series.prefix(half)
    return Array((first + films.dropFirst(half) + series.dropFirst(half)).prefix(Self.limit))
  }

  /// Returns titles of the library by their references, in the order of the references. A title that the library does not have is left out.
  /// - Throws: `signedOut`, `storage`.
  public func entries(of titles: [TitleReference]) async throws(ClientError) -> [LibraryEntry] {
    let library = try await library()
    return titles.compactMap { title in
      switch title {
      case .movie(let id): library.movie(id).map { .movie($0, partOf: nil) }
      case .series(let id): library.series(id).map { .series($0) }
      case .collection(let id): library.collection(id).map { .collection($0) }
      }
    }
  }

  /// Returns the titles of the library that contain every word of `text`, as ``LibraryIndex/find(_:)`` finds them, from the data on this
  /// device. For a blank text, returns ``suggested()``.
  /// - Throws: `signedOut`, `storage`.
  public func matching(_ text: String) async throws(ClientError) -> [LibraryEntry] {
    guard !SearchText.words(text).isEmpty else { return try await suggested() }
    return Array(LibraryIndex(try await library()).find(text).prefix(Self.limit))
  }

  /// The library as stored on this device; read from the server if this device has never read it.
  private func library() async throws(ClientError) -> Watchlist {
    if let known = try await vault.store.library() { return known.value }
    do throws(ClientError) {
      let read = try await vault.client.environment.clock.attempt(.vaultIntent, within: Self.patience) {
        [store = vault.store] () async throws(ClientError) in try await store.refreshLibrary()
      }
      return read?.value ?? Watchlist()
    } catch {
      guard error.isTransient, !error.isCancellation else { throw error }
      return Watchlist()
    }
  }

  /// Marks a title of the library as watched: a film, a series with all of its episodes, or a collection with all of its films. The mark is
  /// durable when the call returns, and is sent when the server can be reached.
  /// - Throws: `notFound` if the library on this device does not have the title; `signedOut`, `storage`.
  @discardableResult
  public func markWatched(_ title: TitleReference) async throws(ClientError) -> IntentReply<TitleReference> {
    // The user may sign in with another account while the library is read: that account's titles have the same numbers.
    let entry = try await vault.client.accounts.ofOneAccount(.vaultIntent) { () async throws(ClientError) in
      guard let entry = try await entries(of: [title]).first else {
        throw ClientError(.notFound, operation: .vaultIntent)
      }
      return entry
    }
    try await vault.store.setWatched(true, for: WatchTarget(title))
    return IntentReply(
      title, sentence: texts("vault.intent.watched", english: "“%@” is marked as watched.", entry.title))
  }

  /// The beginning of the ids under which the system keeps titles of the account's library. Another server, or another account, uses the same
  /// numbers for other titles.
  func scope() async throws(ClientError) -> String {
    "\(vault.client.home.key)/\(try await vault.client.accounts.account() ?? "")".fileName
  }

  /// The titles of the account's library among ids that the system has kept.
  func titles(kept ids: [String]) async throws(ClientError) -> [TitleReference] {
    let start = try await scope() + "/"
    return ids.compactMap { $0.hasPrefix(start) ? TitleReference(String($0.dropFirst(start.count))) : nil }
  }

  // MARK: Titles to add

  /// Searches the server's catalogue for titles to add (`GET /api/search/all/`): at most twelve films and series, the best match first. For a
  /// text of fewer than two letters, returns no titles and sends no request.
  /// - Throws: the error of the search, such as `unreachable`: the catalogue is not on this device.
  public func catalogue(_ text: String) async throws(ClientError) -> [SearchResult] {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.count >= 2 else { return [] }
    return try await vault.search.all(text)
  }

  /// Adds a title that ``catalogue(_:)`` has found to the library and so to the watchlist. The import is durable when the call returns, and
  /// is sent when the server can be reached. A title that the library has already stays as it is.
  /// - Throws: `invalidRequest` if the title's id cannot be imported; `signedOut`, `storage`.
  @discardableResult
  public func add(_ title: SearchResult) async throws(ClientError) -> IntentReply<SearchResult> {
    let isKnown = try await vault.client.accounts.ofOneAccount(.vaultIntent) { () async throws(ClientError) in
      // Ignore titles that only a list shows: they can belong to another user. An import of an own title changes nothing.
      try await vault.store.snapshot().owns(imdbID: title.imdbID)
    }
    if isKnown {
      return IntentReply(
        title, sentence: texts("vault.intent.known", english: "“%@” is in your library already.", title.title))
    }
    try await vault.store.importTitle(TitleImport(title))
    return IntentReply(
      title, sentence: texts("vault.intent.added", english: "“%@” is added to your watchlist.", title.title))
  }
}

extension TitleReference {
  /// Creates a reference from its ``description``; nil if the text is not a reference.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = Int(parts[1]) else { return nil }
    switch TitleKind(rawValue: String(parts[0])) {
    case .movie: self = .movie(id)
    case .series: self = .series(id)
    case .collection: self = .collection(id)
    default: return nil
    }
  }
}

extension SearchResult {
  /// The id, the kind and the title in one text, by which the system names a result later, also without a network.
  package var reference: String { [imdbID, type?.rawValue ?? "", title].joined(separator: "/") }

  /// Creates a result from its ``reference``; nil if the text is not a reference.
  package init?(reference: String) {
    let parts = reference.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, !parts[0].isEmpty else { return nil }
    self.init(imdbID: parts[0])
    type = parts[1].isEmpty ? nil : TitleKind(rawValue: parts[1])
    title = parts[2]
  }
}
