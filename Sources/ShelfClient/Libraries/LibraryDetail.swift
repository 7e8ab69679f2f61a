import MediaCore

/// A library with the values to filter it by (`GET /api/libraries/{id}?include=filterdata`). Required: `library`.
public struct LibraryDetail: Codable, Hashable, Sendable {
  public var library: Library
  public var filterdata: FilterData?
  /// How many items are missing or broken.
  public var issues: Int?
  /// How many playlists of this account are in it.
  public var numUserPlaylists: Int?

  public init(
    library: Library, filterdata: FilterData? = nil, issues: Int? = nil, numUserPlaylists: Int? = nil
  ) {
    self.library = library
    self.filterdata = filterdata
    self.issues = issues
    self.numUserPlaylists = numUserPlaylists
  }
}

extension LibraryDetail {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    library = try members.require(.library)
    filterdata = members[.filterdata]
    issues = members[.issues]
    numUserPlaylists = members[.numUserPlaylists]
  }
}
