import Foundation
import MediaCore

/// The texts of a library in lower case, made once at the first search or by ``prepare()``. A search looks for bytes in them, and
/// one that narrows the search before looks at nothing but its results.
final class LibraryTexts: Sendable {
  /// The texts of all titles behind each other: films, series, collections.
  private struct Texts: Sendable {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    /// Texts in which bytes are not enough: a letter can be joined with what follows it.
    var joined: [Int: [String]] = [:]
  }

  private struct State: Sendable {
    /// Until the texts are made.
    var library: Watchlist?
    var texts: Texts?
    var words: [String] = []
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
    // The library is let go: its titles are changed in their places where nobody else has them.
    state.withLock { ($0.texts, $0.library) = (texts, nil) }
  }

  /// The places, among films, series and collections, of titles in which every word of `query` occurs.
  func find(_ query: String) -> [Int] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return [] }
    prepare()
    let before = state.withLock { $0 }
    guard let texts = before.texts else { return [] }
    let isNarrower = !before.words.isEmpty && before.words.allSatisfy { old in words.contains { $0.holds(old) } }
    let results =
      isNarrower
      ? Self.find(words, in: texts, before.results) : Self.find(words, in: texts, 0..<Int32(texts.ends.count))
    state.withLock { ($0.words, $0.results) = (words, results) }
    return results.map { Int($0) }
  }

  // MARK: Searching

  private static func find(_ words: [String], in texts: Texts, _ places: some Sequence<Int32>) -> [Int32] {
    let needles = words.map { Array($0.precomposedStringWithCanonicalMapping.utf8) }
    return texts.bytes.withUnsafeBytes { bytes in
      places.filter { place in
        let place = Int(place)
        if let joined = texts.joined[place] {
          return words.allSatisfy { word in joined.contains { $0.holds(word) } }
        }
        let start = place == 0 ? 0 : texts.ends[place - 1]
        return needles.allSatisfy { contains($0, in: bytes, start, texts.ends[place]) }
      }
    }
  }

  /// Compares the first and the last byte of the word at 16 places at once. 16 bytes can be read from each place of a text.
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
      let start = texts.bytes.count
      for text in title.lazy.compactMap({ $0 }) where texts.joined[texts.ends.count] == nil {
        if !append(text, to: &texts.bytes) {
          texts.joined[texts.ends.count] = title.compactMap { $0?.lowercased() }
        }
        // No word has it, so none is found across two texts.
        texts.bytes.append(UInt8(ascii: "\n"))
      }
      if texts.joined[texts.ends.count] != nil { texts.bytes.removeSubrange(start...) }
      texts.ends.append(texts.bytes.count)
    }
    for movie in library.movies { add(movie.searchedTexts) }
    for series in library.series { add([series.title]) }
    for collection in library.collections { add([collection.title, collection.overview]) }
    texts.bytes.append(contentsOf: repeatElement(0, count: 16))
    return texts
  }

  /// - Returns: false for a text in which bytes are not enough; then a part of it may have been appended.
  private static func append(_ text: String, to bytes: inout [UInt8]) -> Bool {
    let start = bytes.count
    if LatinFolding.appendLowercased(text, to: &bytes) { return !bytes[start...].contains(UInt8(ascii: "\r")) }
    bytes.removeSubrange(start...)
    let composed = text.lowercased().precomposedStringWithCanonicalMapping
    guard composed.unicodeScalars.allSatisfy(standsAlone) else { return false }
    bytes.append(contentsOf: composed.utf8)
    return true
  }

  /// Whether a scalar is a character by itself beside any other of these.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0D: false
    // Latin; Greek and Cyrillic; more of them; punctuation, currencies, symbols; Kana; Chinese; Hangul syllables.
    case 0..<0x300, 0x370..<0x483, 0x48A..<0x530, 0x1E00..<0x1FFF, 0x2010..<0x2028, 0x2030..<0x205F, 0x20A0..<0x20C1,
      0x2100..<0x2190, 0x3041..<0x3097, 0x30A0..<0x3100, 0x3400..<0xA000, 0xAC00..<0xD7A4:
      true
    default: false
    }
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

  /// The title of a place among films, series and collections.
  func found(at place: Int) -> LibraryEntry {
    if place < movies.count { return .movie(movies[place], partOf: nil) }
    let place = place - movies.count
    return place < series.count ? .series(series[place]) : .collection(collections[place - series.count])
  }
}
