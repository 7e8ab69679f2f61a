import Foundation
import MediaCore

/// A save of the vault writes only the titles and lists that have changed: a mark in a library of thousands of titles is some hundred
/// bytes.
extension VaultSnapshot: PatchableValue {
  struct Patch: Codable {
    var library: DatedPatch<Watchlist>?
    var lists: DatedPatch<ListOfLists>?
    var contents: [String: DatedPatch<Watchlist>]?
    var news: DatedPatch<NewTitles>?
    var hidden: DatedPatch<Watchlist>?
    var numbers: DictionaryPatch<Int, Int>?
    /// Mutations that are counted now, and the number of older ones that are not remembered any more.
    var counted: [String]?
    var forgotten: Int?
  }

  func patch(from older: VaultSnapshot) -> Patch {
    var patch = Patch()
    patch.library = DatedPatch(library, from: older.library)
    patch.lists = DatedPatch(lists?.map(ListOfLists.init), from: older.lists?.map(ListOfLists.init))
    for key in Set(contents.keys).union(older.contents.keys) {
      if let change = DatedPatch(contents[key], from: older.contents[key]) {
        patch.contents = (patch.contents ?? [:]).merging([key: change]) { $1 }
      }
    }
    patch.news = DatedPatch(news, from: older.news)
    patch.hidden = DatedPatch(hidden, from: older.hidden)
    if numbers != older.numbers { patch.numbers = numbers.patch(from: older.numbers) }
    if counted != older.counted {
      let forgotten = older.counted.indices.first { counted.starts(with: older.counted[$0...]) } ?? older.counted.count
      patch.forgotten = forgotten
      patch.counted = Array(counted.dropFirst(older.counted.count - forgotten))
    }
    return patch
  }

  mutating func apply(_ patch: Patch) {
    patch.library?.apply(to: &library)
    if let change = patch.lists {
      var wrapped = lists?.map(ListOfLists.init)
      change.apply(to: &wrapped)
      lists = wrapped?.map(\.lists)
    }
    for (key, change) in patch.contents ?? [:] { change.apply(to: &contents[key]) }
    patch.news?.apply(to: &news)
    patch.hidden?.apply(to: &hidden)
    if let change = patch.numbers { numbers.apply(change) }
    if let forgotten = patch.forgotten { counted.removeFirst(min(max(0, forgotten), counted.count)) }
    counted += patch.counted ?? []
  }
}

/// A part of the vault; a save writes only the difference.
protocol PatchablePart: Codable, Hashable, Sendable {
  associatedtype Patch: Codable

  /// The difference from an older part; nil when they are equal.
  func patch(from older: Self) -> Patch?
  mutating func apply(_ patch: Patch)
}

/// The difference between two answers of the server, each with its date.
struct DatedPatch<Part: PatchablePart>: Codable {
  /// The date of the newer answer; nil when the part is not cached any more.
  var asOf: Date?
  /// The whole part, when none was cached before.
  var whole: Part?
  var patch: Part.Patch?

  /// Nil for equal parts.
  init?(_ newer: Dated<Part>?, from older: Dated<Part>?) {
    guard let newer else {
      if older == nil { return nil }
      return
    }
    asOf = newer.asOf
    guard let older else {
      whole = newer.value
      return
    }
    patch = newer.value.patch(from: older.value)
    if patch == nil, newer.asOf == older.asOf { return nil }
  }

  func apply(to part: inout Dated<Part>?) {
    guard let asOf else { return part = nil }
    if let whole { part = Dated(whole, asOf: asOf) }
    if let patch { part?.value.apply(patch) }
    part?.asOf = asOf
  }
}

extension Dated {
  fileprivate func map<Other>(_ transform: (Value) -> Other) -> Dated<Other> {
    Dated<Other>(transform(value), asOf: asOf)
  }
}

extension Watchlist: PatchablePart {
  struct Patch: Codable {
    var collections: ListPatch<MovieCollection>?
    var series: ListPatch<Series>?
    var movies: ListPatch<Movie>?
  }

  func patch(from older: Watchlist) -> Patch? {
    let patch = Patch(
      collections: ListPatch(collections, from: older.collections), series: ListPatch(series, from: older.series),
      movies: ListPatch(movies, from: older.movies))
    return patch.collections == nil && patch.series == nil && patch.movies == nil ? nil : patch
  }

  mutating func apply(_ patch: Patch) {
    patch.collections?.apply(to: &collections)
    patch.series?.apply(to: &series)
    patch.movies?.apply(to: &movies)
  }
}

/// The lists of an account.
struct ListOfLists: PatchablePart {
  var lists: [VaultList]

  func patch(from older: ListOfLists) -> ListPatch<VaultList>? { ListPatch(lists, from: older.lists) }
  mutating func apply(_ patch: ListPatch<VaultList>) { patch.apply(to: &lists) }
}

extension NewTitles: PatchablePart {
  struct Patch: Codable {
    var newMovies: ListPatch<Movie>?
    var newSeries: ListPatch<NewSeries>?
    var importedMovies: ListPatch<Movie>?
    var importedSeries: ListPatch<Series>?
  }

  func patch(from older: NewTitles) -> Patch? {
    guard self != older else { return nil }
    return Patch(
      newMovies: ListPatch(newMovies, from: older.newMovies), newSeries: ListPatch(newSeries, from: older.newSeries),
      importedMovies: ListPatch(importedMovies, from: older.importedMovies),
      importedSeries: ListPatch(importedSeries, from: older.importedSeries))
  }

  mutating func apply(_ patch: Patch) {
    patch.newMovies?.apply(to: &newMovies)
    patch.newSeries?.apply(to: &newSeries)
    patch.importedMovies?.apply(to: &importedMovies)
    patch.importedSeries?.apply(to: &importedSeries)
  }
}
