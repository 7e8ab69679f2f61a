public import Foundation

/// The ebook of a download, on this device.
public struct LocalEbook: Sendable, Hashable {
  /// The address of the ebook's file on this device.
  public var url: URL
  /// The format of the ebook; an empty text if the server did not say it.
  public var format: EBookFormat
}

extension DownloadStore {
  /// The ebook of a complete download; nil for anything else. Notes the current time as the last time it was opened.
  public func localEbook(of id: PlayableID) async -> LocalEbook? { await engine.localEbook(of: id) }

  /// The page of a downloaded item with chapters, files and episodes, as the server described it for the download; nil for an item
  /// without one.
  func page(of item: String) async -> SeenItems.Seen? { await engine.page(of: item) }
}
