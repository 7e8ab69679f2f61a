import Foundation

/// The first letters of the titles in a sorted list, for an alphabetical index beside the list.
public struct LetterIndex: Sendable, Hashable {
  /// A letter of the index, with the first row whose title begins with the letter.
  public struct Entry: Sendable, Hashable, Identifiable {
    /// A capital letter without accents, or `#` for titles that do not begin with a letter.
    public var letter: String
    /// The id of the first row whose title begins with the letter.
    public var first: ShelfRow.ID

    public var id: String { letter }
  }

  /// The entries for the letters that occur in the list, each letter once, in the order of the rows.
  public private(set) var entries: [Entry] = []

  /// Creates the index of a list.
  /// - Parameters:
  ///   - rows: the rows of the list, sorted by title.
  ///   - prefixes: the words at the start of a title that the server ignores when it sorts, such as `the`. The server's own words are in
  ///     ``ServerSettings/sortingPrefixes``.
  public init(_ rows: [ShelfRow], ignoring prefixes: [String] = ["the", "a"]) {
    var seen: Set<String> = []
    for row in rows {
      let letter = Self.letter(of: row.title, ignoring: prefixes)
      if seen.insert(letter).inserted { entries.append(Entry(letter: letter, first: row.id)) }
    }
  }

  /// Creates the index of a list that the server has sorted by title. The order of the rows decides whether the server ignores `prefixes`,
  /// since that is a setting of the server.
  init(inOrder rows: [ShelfRow], prefixes: [String] = ["the", "a"]) {
    let whole = Self.disorder(rows.map { $0.title.lowercased() })
    let cut = Self.disorder(rows.map { Self.cut($0.title, prefixes).lowercased() })
    self.init(rows, ignoring: cut < whole ? prefixes : [])
  }

  /// The number of neighbours that are out of order, in whichever direction has fewer.
  private static func disorder(_ titles: [String]) -> Int {
    let pairs = zip(titles, titles.dropFirst())
    return min(pairs.count { $0 > $1 }, pairs.count { $0 < $1 })
  }

  private static func cut(_ title: String, _ prefixes: [String]) -> Substring {
    let lowercased = title.lowercased()
    let words = prefixes.map { $0.lowercased().trimmingCharacters(in: .whitespaces) + " " }
    return title.dropFirst(words.first { lowercased.hasPrefix($0) && lowercased.count > $0.count }?.count ?? 0)
  }

  /// Returns the letter of the index for a title: a capital letter without accents, or `#` if the title does not begin with a letter.
  public static func letter(of title: String, ignoring prefixes: [String] = ["the", "a"]) -> String {
    let plain = cut(title, prefixes).prefix(1)
      .folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).uppercased()
    return plain.first?.isLetter == true ? String(plain.prefix(1)) : "#"
  }
}
