import MediaCore

/// An episode. The server spells season and number in two ways, and both are read. Required: `id`.
public struct Episode: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var seriesID: Int?
  /// 0 for specials.
  public var season: Int
  public var number: Int
  public var title: String
  /// `S01E02`
  public var code: String?
  public var airDate: LooseDate?
  public var watched: Bool
  public var notes: String?
  public var deleted: Bool?

  public init(
    id: Int, seriesID: Int? = nil, season: Int = 0, number: Int = 0, title: String = "", code: String? = nil,
    airDate: LooseDate? = nil, watched: Bool = false, notes: String? = nil, deleted: Bool? = nil
  ) {
    self.id = id
    self.seriesID = seriesID
    self.season = season
    self.number = number
    self.title = title
    self.code = code
    self.airDate = airDate
    self.watched = watched
    self.notes = notes
    self.deleted = deleted
  }

  enum CodingKeys: String, CodingKey {
    case id
    case seriesID = "series_id"
    case season = "season_number"
    case number = "episode_number"
    case title
    case code
    case airDate = "air_date"
    case watched
    case notes
    case deleted
  }
}

extension Episode {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let short = try decoder.lenient(ShortKeys.self)
    let code = Code(members[.code])
    id = try members.requireNumber(.id)
    seriesID = members[.seriesID]
    season = members[.season] ?? short[.season] ?? code.season ?? 0
    number = members[.number] ?? short[.number] ?? code.number ?? 0
    title = members[.title] ?? ""
    self.code = members[.code]
    airDate = members[.airDate]
    watched = members.flag(.watched) ?? false
    notes = members[.notes]
    deleted = members.flag(.deleted)
  }
}

extension Episode {
  /// Where it stands in its series.
  public var position: EpisodePosition { EpisodePosition(season: season, number: number) }

  /// The shorter spelling that some routes use.
  fileprivate enum ShortKeys: String, CodingKey {
    case season
    case number = "episode"
  }

  /// Season and number as a code such as `S01E02` says them.
  fileprivate struct Code {
    var season: Int?
    var number: Int?

    init(_ text: String?) {
      guard let match = text?.wholeMatch(of: #/[Ss](\d{1,4})[Ee](\d{1,5})/#) else { return }
      season = Int(match.1)
      number = Int(match.2)
    }
  }
}
