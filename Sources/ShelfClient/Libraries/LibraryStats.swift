import MediaCore

/// The size of a library, from `GET /api/libraries?include=stats`.
public struct LibraryStats: Codable, Hashable, Sendable {
  /// Bytes.
  public var totalSize: Int?
  /// Seconds.
  public var totalDuration: Double?
  public var numAudioFiles: Int?
  public var totalItems: Int?

  public init(
    totalSize: Int? = nil, totalDuration: Double? = nil, numAudioFiles: Int? = nil, totalItems: Int? = nil
  ) {
    self.totalSize = totalSize
    self.totalDuration = totalDuration
    self.numAudioFiles = numAudioFiles
    self.totalItems = totalItems
  }
}

extension LibraryStats {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalSize = members[.totalSize]
    totalDuration = members[.totalDuration]
    numAudioFiles = members[.numAudioFiles]
    totalItems = members[.totalItems]
  }
}
