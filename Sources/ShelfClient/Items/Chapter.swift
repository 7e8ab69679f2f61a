import MediaCore

/// A chapter of an item, with times from the start of the whole item. Chapters are in order and can leave gaps. Decoding requires a start
/// or an end.
public struct Chapter: Codable, Hashable, Sendable, Identifiable {
  /// The id of the chapter, which is unique in its list. The ids usually start at 0. If the ids from the server are missing, equal, or not
  /// whole numbers, the id is the chapter's index in the list.
  public var id: Int
  /// The start of the chapter, in seconds from the start of the item.
  public var start: Double
  /// The end of the chapter, in seconds from the start of the item. The chapter ends just before this time.
  public var end: Double
  /// The title of the chapter, which can be empty.
  public var title = ""

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: Int, start: Double, end: Double) {
    self.id = id
    self.start = start
    self.end = end
  }

  public init(from decoder: any Decoder) throws {
    guard let chapter = try [Chapter]([WireChapter(from: decoder)]).first else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no time"))
    }
    self = chapter
  }
}

/// A chapter as an answer has it.
struct WireChapter: Decodable {
  var id: Int?
  var start: Double?
  var end: Double?
  var title: String

  private enum CodingKeys: CodingKey {
    case id, start, end, title
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members.integer(.id)
    start = members[.start]
    end = members[.end]
    title = members[.title] ?? ""
  }
}

extension [Chapter] {
  /// The chapters with missing members filled in: an id by the place, a start by the chapter before, an end by the chapter after. A
  /// chapter without any time is left out.
  init(_ rows: [WireChapter]) {
    let timed = rows.filter { $0.start != nil || $0.end != nil }
    let ids = timed.compactMap(\.id)
    let hasIDs = ids.count == timed.count && Set(ids).count == ids.count
    self = timed.enumerated().map { index, row in
      let start = row.start ?? (index > 0 ? timed[index - 1].end ?? timed[index - 1].start ?? 0 : 0)
      let next = index + 1 < timed.count ? timed[index + 1].start : nil
      var chapter = Chapter(id: hasIDs ? row.id ?? index : index, start: start, end: row.end ?? next ?? start)
      chapter.title = row.title
      return chapter
    }
  }
}

extension LenientContainer {
  /// The chapters of a list; nil if there is no list.
  func chapters(_ key: Key) -> [Chapter]? { (optionalList(key) as [WireChapter]?).map { [Chapter]($0) } }
}
