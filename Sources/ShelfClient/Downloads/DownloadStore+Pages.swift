public import Foundation

/// The ebook of a download, on this device.
public struct LocalEbook: Sendable, Hashable {
  /// The address of the ebook's file on this device.
  public var url: URL
  /// The format of the ebook; an empty text if the server did not send it.
  public var format: EBookFormat
}

extension DownloadStore {
  /// Returns the ebook of a complete download; nil if there is no such download, or it has no ebook. Sets the download's
  /// ``LocalDownload/openedAt``.
  public func localEbook(of id: PlayableID) async -> LocalEbook? { await engine.localEbook(of: id) }

  /// The page of a downloaded item with chapters, files and episodes, as the server described it for the download; nil for an item
  /// without one.
  func page(of item: String) async -> SeenItems.Seen? { await engine.page(of: item) }
}
