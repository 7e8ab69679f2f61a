import MediaCore

/// What a server is fetching and will fetch for a library.
public struct DownloadQueue: Codable, Hashable, Sendable {
  /// Nil while nothing runs.
  public var currentDownload: Download?
  public var queue: [Download]

  public init(currentDownload: Download? = nil, queue: [Download] = []) {
    self.currentDownload = currentDownload
    self.queue = queue
  }
}

extension DownloadQueue {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    currentDownload = members[.currentDownload]
    queue = members.list(.queue)
  }
}
