public import Foundation

/// An account's vault as the server sent it last.
struct VaultSnapshot: Codable, Hashable, Sendable {
  var library: Dated<Watchlist>?
  var lists: Dated<[VaultList]>?
  /// Titles by the id of their list, as text.
  var contents: [String: Dated<ListContents>] = [:]
  var news: Dated<NewTitles>?
  /// The user's own titles that the watchlist leaves out while they are in lists, as far as they were read. They have the marks of the
  /// watchlist; the rows in ``contents`` have the list's own.
  var hidden: Dated<Watchlist>?
  /// The server's numbers of lists that were made on this device, by their provisional numbers; see ``VaultStore/numbers``.
  var numbers: [Int: Int] = [:]
  /// Synced mutations that ``VaultList/itemCount`` includes already, so that a mutation settled twice is counted once.
  var counted: [String] = []
  /// Whether changes change ``VaultList/itemCount``; not stored.
  var isCounting = true

  enum CodingKeys: String, CodingKey { case library, lists, contents, news, hidden, numbers, counted }

  /// Changes a film in the library; `everywhere` also changes it in the lists, which have marks of their own.
  mutating func change(movie id: Int, everywhere: Bool, _ body: (inout Movie) -> Void) {
    let wasWaiting = isWaiting(movie: id)
    library?.value.change(movie: id, body)
    hidden?.value.change(movie: id, body)
    countPersonal(from: wasWaiting, to: isWaiting(movie: id))
    guard everywhere else { return }
    for key in contents.keys { contents[key]?.value.change(movie: id, body) }
  }

  /// Changes a series in the library and in every list: its episodes are the same everywhere.
  mutating func change(series id: Int, _ body: (inout Series) -> Void) {
    let wasWaiting = isWaiting(series: id)
    library?.value.change(series: id, body)
    hidden?.value.change(series: id, body)
    for key in contents.keys { contents[key]?.value.change(series: id, body) }
    countPersonal(from: wasWaiting, to: isWaiting(series: id))
  }

  mutating func remove(_ item: ListItem) {
    let wasWaiting = item.kind == .movie ? isWaiting(movie: item.id) : isWaiting(series: item.id)
    library?.value.remove(item)
    hidden?.value.remove(item)
    countPersonal(from: wasWaiting, to: nil)
    for key in contents.keys { changeContents(key) { $0.remove(item) } }
  }

  mutating func change(list id: Int, _ body: (inout VaultList) -> Void) { lists?.value.change(.list(id), body) }

  /// Removes a list.
  /// - Parameter returning: whether its titles return to the library, as those of a deleted list do.
  mutating func remove(list id: Int, returning: Bool = false) {
    let isShared = list(id)?.type == .shared
    lists?.value.removeAll { $0.id == .list(id) }
    guard let titles = contents.removeValue(forKey: String(id))?.value, returning, !isShared else { return }
    for item in titles.items { returnToLibrary(item, from: titles) }
  }

  func list(_ id: Int) -> VaultList? { lists?.value.first { $0.id == .list(id) } }

  /// The server's number of a list; the provisional number of a list that the server has not numbered yet.
  func number(of list: Int) -> Int { numbers[list] ?? list }

  func contents(of list: ListID) -> Dated<ListContents>? {
    switch list {
    case .personal: library
    case .list(let id): contents[String(number(of: id))]
    }
  }

  /// Adds a list that was made on this device, under the server's number.
  mutating func insert(_ list: VaultList, madeAs provisional: Int) {
    guard let number = list.id.number else { return }
    numbers[provisional] = number
    guard lists?.value.contains(where: { $0.id == list.id }) == false else { return }
    lists?.value.append(list)
    contents[String(number)] = lists.map { Dated(ListContents(), asOf: $0.asOf) }
  }

  /// - Returns: whether a synced mutation is to be counted now.
  mutating func counts(_ mutation: String) -> Bool {
    guard !counted.contains(mutation) else { return false }
    counted = counted.suffix(99) + [mutation]
    return true
  }

  /// Applies a synced mutation, whose effect on the numbers of lists counts once.
  mutating func counting(_ mutation: String, _ body: (inout VaultSnapshot) -> Void) {
    isCounting = counts(mutation)
    body(&self)
    isCounting = true
  }

  /// Whether the library or a list shows a title with that IMDb id. A list can also hold titles of other users.
  func holds(imdbID: String) -> Bool {
    owns(imdbID: imdbID) || contents.values.contains { $0.value.holds(imdbID: imdbID) }
  }

  /// Whether the library or one of the user's own lists has a title with that IMDb id, as far as they were read. The watchlist leaves out
  /// titles that are in a list.
  func owns(imdbID: String) -> Bool { ownParts.contains { $0.holds(imdbID: imdbID) } }

  /// The library, the titles that it leaves out, and the titles of the user's own lists, as far as they were read.
  private var ownParts: [Watchlist] { [library, hidden].compactMap { $0?.value } + ownContents }

  func movie(_ id: Int) -> Movie? {
    library?.value.movie(id) ?? hidden?.value.movie(id) ?? contents.values.lazy.compactMap { $0.value.movie(id) }.first
  }

  func series(_ id: Int) -> Series? {
    library?.value.series(id) ?? contents.values.lazy.compactMap { $0.value.series(id) }.first
      ?? hidden?.value.series(id)
  }

  /// The IMDb id of a title as it is shown: in that list, or else anywhere.
  func imdbID(_ item: ListItem, in list: Int? = nil) -> String? {
    let shown = list.flatMap { contents[String(number(of: $0))]?.value }
    switch item.kind {
    case .movie: return (shown?.movie(item.id) ?? movie(item.id))?.imdbID
    case .series: return (shown?.series(item.id) ?? series(item.id))?.imdbID
    default: return nil
    }
  }

  /// The user's films of a collection, also those in the user's own lists, but not those in lists of other users.
  func movies(ofCollection id: Int) -> [Movie] {
    var seen: Set<Int> = []
    return ownParts.flatMap(\.allMovies).filter { $0.collectionID == id && seen.insert($0.id).inserted }
  }
}

extension Watchlist {
  fileprivate func holds(imdbID: String) -> Bool {
    allMovies.contains { $0.imdbID == imdbID } || series.contains { $0.imdbID == imdbID }
  }
}

/// A value with the time at which the server sent it.
public struct Dated<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The value as the server sent it.
  public var value: Value
  /// The time at which the server sent the value, by the device's clock.
  public var asOf: Date

  /// Creates a dated value.
  /// - Parameter asOf: the time at which the server sent the value, by the device's clock.
  public init(_ value: Value, asOf: Date) {
    self.value = value
    self.asOf = asOf
  }
}
