public import Foundation
public import MediaCore

/// The watchlist as this device knows it: what the server said last, with this device's own changes on top until the server
/// shows them. Works without a network; nothing that was accepted is lost.
public actor TallyWatchlistStore {
  private let sync: TallySync
  private let reader: WatchlistReader
  private let blobs: BlobStore
  private let observers = Observers<Void>()
  private var account: String?
  private var known: [WatchlistEntry] = []
  private var asOf: Date?
  private var writes = 0

  private struct Saved: Codable {
    var entries: [WatchlistEntry]
    var asOf: Date?
  }

  init(sync: TallySync, reader: WatchlistReader) {
    self.sync = sync
    self.reader = reader
    let client = sync.client
    blobs = BlobStore(files: client.environment.files, folder: "tally") { client.report(.storage($0)) }
    sync.relay.listen { [weak self] news in await self?.hear(news) }
    sync.relay.learnShows { [weak self] in await self?.knownShows() ?? [] }
  }

  // MARK: Reading

  /// Everything that is known, without asking anybody: what waits to be added first, then newest first.
  public func items() async throws(ClientError) -> [TrackedItem] {
    try await load()
    guard let asked = account else { return [] }
    let open = try await sync.open(EntrySync.kind)
    guard account == asked else { return try await items() }
    // Looked at after the open ones: what has come true in between is in it.
    var items = known.compactMap(TrackedItem.init)
    for intent in open {
      guard let number = Int(intent.target), let wish = intent.wish.decoded(EntryWish.self) else { continue }
      let index = items.firstIndex { $0.id.rawValue == number }
      if wish.isRemoved {
        if let index { items.remove(at: index) }
      } else if let index {
        items[index].apply(wish)
      } else {
        items.insert(TrackedItem(TMDBID(number), wish), at: 0)
      }
    }
    return items
  }

  /// Entries whose show the server has lost: they have no name and no number at TMDB, and are not among ``items()``. Without
  /// asking anybody; without those that wait to be removed.
  public func lostEntries() async throws(ClientError) -> [WatchlistEntry] {
    try await load()
    let lost = known.filter { $0.tmdbID == nil }
    guard !lost.isEmpty else { return [] }
    let removed = Set(try await sync.open(EntrySync.kind).map(\.target))
    return lost.filter { !removed.contains(EntrySync.target($0.showId)) }
  }

  /// One show, without asking anybody; nil when it is not on the list.
  public func item(_ show: TMDBID) async throws(ClientError) -> TrackedItem? {
    try await items().first { $0.id == show }
  }

  /// When the server last said what is on it.
  public func knownSince() async throws(ClientError) -> Date? {
    try await load()
    return asOf
  }

  /// Asks the server for the whole list. An answer that a write overtook is dropped.
  public func refresh() async throws(ClientError) {
    try await load()
    let (asked, writesThen) = (account, writes)
    let entries = try await reader.all(known: known.map(\.showId))
    if account == asked, writes == writesThen { keep(entries) }
  }

  /// Calls `changed` after each change until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  // MARK: Changing

  /// Puts a show on the list, or raises the status of one that is there: never a step back, so a completed show stays completed.
  /// Durable when it returns.
  /// - Parameters:
  ///   - title: shown until the server has it.
  ///   - poster: shown until the server has it.
  @discardableResult
  public func add(
    _ show: TMDBID, as status: WatchStatus = .watchlist, title: String? = nil, poster: String? = nil
  ) async throws(ClientError) -> Intent {
    try await change(show) {
      $0.atLeast = status
      $0.title = title
      $0.poster = poster
    }
  }

  /// Durable when it returns.
  @discardableResult
  public func setStatus(_ status: WatchStatus, of show: TMDBID) async throws(ClientError) -> Intent {
    try await change(show) { $0.status = status }
  }

  /// Durable when it returns.
  /// - Parameter rating: 0…10 in steps of a half; it cannot be taken back.
  @discardableResult
  public func setRating(_ rating: Double, of show: TMDBID) async throws(ClientError) -> Intent {
    guard (0...10).contains(rating), (rating * 2).rounded() == rating * 2 else {
      throw ClientError(.invalidRequest, operation: "tally.watchlist.setRating", detail: "rating")
    }
    return try await change(show) { $0.rating = rating }
  }

  /// Durable when it returns.
  @discardableResult
  public func setNotes(_ notes: String, of show: TMDBID) async throws(ClientError) -> Intent {
    try await change(show) { $0.notes = notes }
  }

  /// Where the user watches the show; nil clears it. A show that is not on the list is added as being watched. Durable when it
  /// returns.
  @discardableResult
  public func setProvider(
    _ provider: ProviderSelection?, of show: TMDBID, title: String? = nil
  ) async throws(ClientError) -> Intent {
    if let provider, provider.id == 0 || provider.name.isEmpty {
      throw ClientError(.invalidRequest, operation: "tally.watchlist.setProvider", detail: "provider")
    }
    return try await change(show) {
      $0.provider = .init(value: provider)
      $0.addAs = .watching
      $0.title = title
    }
  }

  /// Two letters, or nil for that of the account. Durable when it returns.
  @discardableResult
  public func setCountry(_ country: String?, of show: TMDBID) async throws(ClientError) -> Intent {
    if let country, country.count != 2 {
      throw ClientError(.invalidRequest, operation: "tally.watchlist.setCountry", detail: "country")
    }
    return try await change(show) { $0.country = .init(value: country?.uppercased()) }
  }

  /// How many days a subscription shall last beyond the last episode. Durable when it returns.
  @discardableResult
  public func setBufferDays(_ days: Int, of show: TMDBID) async throws(ClientError) -> Intent {
    guard (0...Int(Int32.max)).contains(days) else {
      throw ClientError(.invalidRequest, operation: "tally.watchlist.setBufferDays", detail: "bufferDays")
    }
    return try await change(show) { $0.bufferDays = days }
  }

  /// Takes a show off the list. Durable when it returns.
  @discardableResult
  public func remove(_ show: TMDBID) async throws(ClientError) -> Intent {
    try await change(show) { $0.isRemoved = true }
  }

  /// Takes an entry of ``lostEntries()`` off the list. Durable when it returns.
  @discardableResult
  public func remove(lost show: ShowID) async throws(ClientError) -> Intent {
    try await sync.record(EntrySync.kind, target: EntrySync.target(show), wish: EntryWish(isRemoved: true))
  }

  private func change(_ show: TMDBID, _ body: (inout EntryWish) -> Void) async throws(ClientError) -> Intent {
    try await load()
    var wish = EntryWish()
    body(&wish)
    let entry = known.first { $0.tmdbID == show }
    let acknowledged: JSONValue? = if let entry { try JSONValue(encoding: entry) } else { nil }
    return try await sync.record(
      EntrySync.kind, target: show.description, wish: wish, acknowledged: acknowledged)
  }

  // MARK: Learning

  private func hear(_ news: SyncRelay.News) async {
    switch news {
    case .watchlist(let entries):
      guard (try? await load()) != nil else { return }
      writes += 1
      keep(entries)
    case .added(let entry):
      guard (try? await load()) != nil else { return }
      writes += 1
      keep([entry] + known.filter { $0.id != entry.id })
    case .wroteWatchlist: writes += 1
    case .intents: observers.tell()
    case .account:
      try? await load()
    default: break
    }
  }

  private func knownShows() async -> [ShowID] {
    try? await load()
    return known.map(\.showId)
  }

  private func keep(_ entries: [WatchlistEntry]) {
    asOf = sync.client.serverNow()
    known = entries
    // Only a copy: it is read again from the server.
    if let account { try? blobs.write(Saved(entries: entries, asOf: asOf), "watchlist/\(account)") }
    observers.tell()
  }

  private func load() async throws(ClientError) {
    let now = try await sync.account()
    guard now != account else { return }
    let hadOne = account != nil
    account = now
    let saved = now.flatMap { try? blobs.read(Saved.self, "watchlist/\($0)") }
    known = saved?.entries ?? []
    asOf = saved?.asOf
    if hadOne { observers.tell() }
  }
}
