import Foundation

/// The first letters in a list by title, for an index at the list's side.
public struct LetterIndex: Sendable, Hashable {
  /// A letter of the index with its first row.
  public struct Entry: Sendable, Hashable, Identifiable {
    /// A capital letter without accents, or `#` for titles that begin with anything else.
    public var letter: String
    /// The id of the first row of the letter.
    public var first: ShelfRow.ID

    public var id: String { letter }
  }

  /// The letters that occur, in the order of the rows, each once.
  public private(set) var entries: [Entry] = []

  /// Creates the index of a list.
  /// - Parameters:
  ///   - rows: rows in the order of their titles.
  ///   - prefixes: words that the server leaves out when it sorts, each including the trailing space: ``ServerSettings/sortingPrefixes``.
  public init(_ rows: [ShelfRow], ignoring prefixes: [String] = ["the ", "a "]) {
    var seen: Set<String> = []
    for row in rows {
      let letter = Self.letter(of: row.title, ignoring: prefixes)
      if seen.insert(letter).inserted { entries.append(Entry(letter: letter, first: row.id)) }
    }
  }

  /// The letter that a title is listed under: a capital letter without accents, or `#`.
  public static func letter(of title: String, ignoring prefixes: [String] = ["the ", "a "]) -> String {
    let lowercased = title.lowercased()
    let ignored = prefixes.first { lowercased.hasPrefix($0) && lowercased.count > $0.count }?.count ?? 0
    let plain = title.dropFirst(ignored).prefix(1)
      .folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).uppercased()
    return plain.first?.isLetter == true ? String(plain.prefix(1)) : "#"
  }
}
