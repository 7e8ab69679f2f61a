import Foundation
import MediaCore

// MARK: The numbers of lists

extension VaultSnapshot {
  /// Changes the titles of a list, and the list's number with them.
  mutating func changeContents(_ key: String, _ body: (inout ListContents) -> Void) {
    guard var titles = contents[key] else { return }
    let before = number(of: titles.value, in: key)
    body(&titles.value)
    contents[key] = titles
    let after = number(of: titles.value, in: key)
    if let list = Int(key) { count(.list(list), by: after - before) }
  }

  /// The number of a list's titles as the server counts them: all rows of a list that another user shares, also the hidden ones of
  /// episodes; else the films that are not marked in it, and the series.
  private func number(of titles: ListContents, in key: String) -> Int {
    if Int(key).flatMap(list)?.type == .shared {
      return titles.allMovies.count + titles.series.reduce(0) { $0 + 1 + $1.episodes.count }
    }
    return titles.allMovies.count { !$0.watched } + titles.series.count
  }

  /// Adds to the number of a list, within what an integer holds and never below zero.
  mutating func count(_ list: ListID, by difference: Int) {
    guard isCounting, difference != 0 else { return }
    lists?.value.change(list) { list in
      list.itemCount = list.itemCount.map { count in
        let (sum, isTooLarge) = max(0, count).addingReportingOverflow(difference)
        return isTooLarge ? .max : max(0, sum)
      }
    }
  }

  /// Counts a title of the personal list: unwatched films and series, also those in lists.
  mutating func countPersonal(from wasWaiting: Bool?, to isWaiting: Bool?) {
    count(.personal, by: (isWaiting == true ? 1 : 0) - (wasWaiting == true ? 1 : 0))
  }

  /// The server's number of unwatched titles, with this device's changes; nil when the library was read after it.
  var personalCount: Int? {
    guard let lists, let library, lists.asOf >= library.asOf else { return nil }
    return lists.value.first { $0.id == .personal }?.itemCount
  }

  /// Counts the titles of a newer library that were neither in the library nor in a list before.
  mutating func countNew(in newer: Watchlist) {
    guard lists != nil, library != nil else { return }
    let films = newer.allMovies.count { !$0.watched && movie($0.id) == nil }
    count(.personal, by: films + newer.series.count { !$0.isWatched && series($0.id) == nil })
  }

  /// Whether one of the user's own films counts as unwatched; nil for one that is not known.
  func isWaiting(movie id: Int) -> Bool? { (library?.value.movie(id) ?? hidden?.value.movie(id)).map { !$0.watched } }

  /// Whether one of the user's own series is not wholly watched; nil for one that is not known.
  func isWaiting(series id: Int) -> Bool? {
    (library?.value.series(id) ?? hidden?.value.series(id) ?? ownSeries(id)).map { !$0.isWatched }
  }

  /// A series in one of the user's own lists: its episodes have the same marks everywhere.
  private func ownSeries(_ id: Int) -> Series? {
    ownContents.lazy.compactMap { $0.series(id) }.first
  }

  /// The titles of the lists that are not another user's.
  var ownContents: [ListContents] {
    contents.filter { Int($0.key).flatMap(list)?.type != .shared }.sorted { $0.key < $1.key }.map(\.value.value)
  }

  /// Whether only the server can count a list after a change of these titles: it counts hidden rows, marks that it does not show, and
  /// titles of other users.
  func needsNumber(of list: Int, after items: [ListItem]) -> Bool {
    guard lists != nil else { return false }
    let number = number(of: list)
    return items.contains { $0.kind != .movie } || contents[String(number)] == nil || self.list(number)?.type != .custom
  }
}

// MARK: Titles that leave the library for a list, and return

extension VaultSnapshot {
  /// Moves a title from the library to ``hidden``: the watchlist leaves out titles that are in a list.
  mutating func hide(_ item: ListItem) {
    guard let library else { return }
    var known = hidden ?? Dated(Watchlist(), asOf: library.asOf)
    if item.kind == .movie, let movie = library.value.movie(item.id) {
      known.value.movies.removeAll { $0.id == item.id }
      known.value.movies.append(movie)
    } else if item.kind == .series, let series = library.value.series(item.id) {
      known.value.series.removeAll { $0.id == item.id }
      known.value.series.append(series)
    } else {
      return
    }
    hidden = known
    self.library?.value.remove(item)
  }

  /// Returns a title that was taken out of its last list to the library, as the server does.
  /// - Parameters:
  ///   - titles: the titles of the list that it was in.
  ///   - own: the title's own members, from the server; nil while unknown.
  mutating func returnToLibrary(_ item: ListItem, from titles: ListContents?, own: OwnMembers? = nil) {
    guard library?.value.holds(item) == false, own?.isOwn != false,
      !contents.values.contains(where: { $0.value.holds(item) })
    else { return }
    if item.kind == .movie {
      let known = hidden?.value.movie(item.id)
      guard var movie = known ?? titles?.movie(item.id) else { return }
      if known == nil {
        // The film comes from a list's row: clear the members that belong to the row and not to the film.
        (movie.watched, movie.watchedBy, movie.notes, movie.addedAt, movie.type) = (false, nil, nil, nil, nil)
      }
      movie.watched = own?.watched ?? movie.watched
      movie.addedAt = own?.addedAt ?? movie.addedAt
      library?.value.insert(movie)
    } else if item.kind == .series {
      let known = hidden?.value.series(item.id)
      guard var series = titles?.series(item.id) ?? known else { return }
      (series.notes, series.addedAt) = (nil, known?.addedAt)
      series.seasonPosters = known?.seasonPosters ?? series.seasonPosters
      series.watched = !series.episodes.isEmpty && series.episodes.allSatisfy(\.watched)
      library?.value.series.insert(byID: series)
    }
    hidden?.value.remove(item)
  }
}

extension Watchlist {
  /// Adds a film where the server would list it: in a collection by release date, those without a date last.
  fileprivate mutating func insert(_ movie: Movie) {
    guard movie.collectionID != nil, movie.collectionName?.isEmpty == false else { return movies.insert(byID: movie) }
    add(movie)
  }
}

extension Array where Element: Identifiable, Element.ID == Int {
  /// The server lists titles in the order of their ids.
  fileprivate mutating func insert(byID element: Element) {
    insert(element, at: firstIndex { $0.id > element.id } ?? endIndex)
  }
}
