public import Foundation

/// The file of a downloaded ebook on this device.
public struct LocalEbook: Sendable, Hashable {
  /// The URL of the ebook's file on this device.
  public var url: URL
  /// The format of the ebook; an empty text if the server did not send the format.
  public var format: EBookFormat
}

extension DownloadStore {
  /// Returns the ebook of a complete download. Nil if the download is not complete, or has no ebook. Sets ``LocalDownload/openedAt`` of the
  /// download to now.
  public func localEbook(of id: PlayableID) async -> LocalEbook? { await engine.localEbook(of: id) }

  /// The page of a downloaded item with chapters, files and episodes, as the server described it for the download; nil for an item
  /// without one.
  func page(of item: String) async -> SeenItems.Seen? { await engine.page(of: item) }
}
