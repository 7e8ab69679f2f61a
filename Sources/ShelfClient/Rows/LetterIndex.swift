import Foundation

/// The letters of a list by title, for an index at its side.
public struct LetterIndex: Sendable, Hashable {
  /// A letter with its first row.
  public struct Entry: Sendable, Hashable, Identifiable {
    /// A capital letter without accents, or `#` for titles that begin with anything else.
    public var letter: String
    /// The id of the first row of the letter.
    public var first: ShelfRow.ID

    public var id: String { letter }
  }

  /// The letters that occur, in the order of the rows, each once.
  public private(set) var entries: [Entry] = []

  /// - Parameters:
  ///   - rows: rows in the order of their titles.
  ///   - prefixes: words that the server leaves out when it sorts, with a blank behind: ``ServerSettings/sortingPrefixes``.
  public init(_ rows: [ShelfRow], ignoring prefixes: [String] = ["the ", "a "]) {
    var seen: Set<String> = []
    for row in rows {
      let letter = Self.letter(of: row.title, ignoring: prefixes)
      if seen.insert(letter).inserted { entries.append(Entry(letter: letter, first: row.id)) }
    }
  }

  /// The letter that a title is listed under.
  public static func letter(of title: String, ignoring prefixes: [String] = ["the ", "a "]) -> String {
    let lowercased = title.lowercased()
    let ignored = prefixes.first { lowercased.hasPrefix($0) && lowercased.count > $0.count }?.count ?? 0
    let plain = title.dropFirst(ignored).prefix(1)
      .folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).uppercased()
    return plain.first?.isLetter == true ? String(plain.prefix(1)) : "#"
  }
}
