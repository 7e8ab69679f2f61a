import Foundation
import MediaCore

/// The texts of a library in the form of ``SearchText``, made once at the first search or by ``prepare()``. A search looks for bytes
/// in them, and one that narrows the search before looks at nothing but its results.
final class LibraryTexts: Sendable {
  /// The texts of all titles behind each other: films, series, collections.
  private struct Texts: Sendable {
    var bytes: [UInt8] = []
    var ends: [Int] = []
  }

  private struct State: Sendable {
    /// The library until its texts are made; nil afterwards.
    var library: Watchlist?
    var texts: Texts?
    var words: [[UInt8]] = []
    var results: [Int32] = []
  }

  private let state: Locked<State>

  init(_ library: Watchlist) { state = Locked(State(library: library)) }

  /// Whether ``prepare()`` has ended.
  var isPrepared: Bool { state.withLock { $0.texts != nil } }

  /// Makes the texts; without it the first search does.
  func prepare() {
    guard let library = state.withLock({ $0.library }) else { return }
    let texts = Self.texts(of: library)
    // Release the library: while this copy exists, changing one title copies all titles.
    state.withLock { ($0.texts, $0.library) = (texts, nil) }
  }

  /// The places, among films, series and collections, of titles in which every word of `query` occurs.
  func find(_ query: String) -> [Int] {
    let words = SearchText.words(query).map { Array($0.utf8) }
    guard !words.isEmpty else { return [] }
    prepare()
    let before = state.withLock { $0 }
    guard let texts = before.texts else { return [] }
    let isNarrower =
      !before.words.isEmpty && before.words.allSatisfy { old in words.contains { SearchText.holds($0, old) } }
    let results =
      isNarrower
      ? Self.find(words, in: texts, before.results) : Self.find(words, in: texts, 0..<Int32(texts.ends.count))
    state.withLock { ($0.words, $0.results) = (words, results) }
    return results.map { Int($0) }
  }

  // MARK: Searching

  private static func find(_ words: [[UInt8]], in texts: Texts, _ places: some Sequence<Int32>) -> [Int32] {
    return texts.bytes.withUnsafeBytes { bytes in
      places.filter { place in
        let place = Int(place)
        let start = place == 0 ? 0 : texts.ends[place - 1]
        return words.allSatisfy { contains($0, in: bytes, start, texts.ends[place]) }
      }
    }
  }

  /// Compares the first and the last byte of the word at 16 places at once. The 16 bytes after the last text keep every read inside the
  /// buffer.
  private static func contains(_ word: [UInt8], in bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
    let last = end - word.count
    guard last >= start, let base = bytes.baseAddress else { return false }
    let (head, tail) = (SIMD16(repeating: word[0]), SIMD16(repeating: word[word.count - 1]))
    var place = start
    while place <= last {
      let heads = base.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let tails = base.loadUnaligned(fromByteOffset: place + word.count - 1, as: SIMD16<UInt8>.self)
      let hits = (heads .== head) .& (tails .== tail)
      if any(hits) {
        for lane in 0..<16 where hits[lane] && place + lane <= last {
          if memcmp(base + place + lane, word, word.count) == 0 { return true }
        }
      }
      place += 16
    }
    return false
  }

  // MARK: The form of the texts

  private static func texts(of library: Watchlist) -> Texts {
    var texts = Texts()
    func add(_ title: [String?]) {
      for text in title.lazy.compactMap({ $0 }) {
        SearchText.append(text, to: &texts.bytes)
        // End each text with a line feed: no searched word contains one, so no match spans two texts.
        texts.bytes.append(UInt8(ascii: "\n"))
      }
      texts.ends.append(texts.bytes.count)
    }
    for movie in library.movies { add(movie.searchedTexts) }
    for series in library.series { add([series.title]) }
    for collection in library.collections { add([collection.title, collection.overview]) }
    texts.bytes.append(contentsOf: repeatElement(0, count: 16))
    return texts
  }
}

extension Movie {
  fileprivate var searchedTexts: [String?] {
    [title, collectionName, quality?.rawValue, releaseDate?.rawValue, overview]
  }
}

extension Watchlist {
  /// The searched texts of one of ``entries``, by its place.
  func texts(at place: Int) -> [String?] {
    if place < collections.count { return [collections[place].title, collections[place].overview] }
    let place = place - collections.count
    return place < series.count ? [series[place].title] : movies[place - series.count].searchedTexts
  }

  /// The row at a place among films, series and collections.
  func found(at place: Int) -> LibraryEntry {
    if place < movies.count { return .movie(movies[place], partOf: nil) }
    let place = place - movies.count
    return place < series.count ? .series(series[place]) : .collection(collections[place - series.count])
  }
}
