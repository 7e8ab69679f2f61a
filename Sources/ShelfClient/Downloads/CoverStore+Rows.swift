public import Foundation
public import MediaCore

extension CoverStore: PictureStore {
  /// Returns the cover or author's picture at an address that this client has made, such as ``ShelfRow/coverURL`` or
  /// ``NowPlayingSnapshot/coverURL``. If a picture that is still valid is on this device, returns that picture. Otherwise requests the
  /// picture from the server, at the server's current address and with the headers for it. If the server cannot be reached, returns the
  /// best picture of the same item or author on this device.
  /// - Returns: the picture; nil if the address belongs to another server, or is not the address of a cover or an author's picture.
  /// - Throws: the errors of ``picture(_:)``, if this device has no picture of the item or author.
  public func picture(at url: URL) async throws(ClientError) -> Data? {
    guard let artwork = Artwork(url: url), await isOfThisServer(url) else { return nil }
    do throws(ClientError) { return try await picture(artwork) } catch {
      guard error.isTransient, let kept = await placeholder(for: artwork) else { throw error }
      return kept
    }
  }
}

extension NowPlayingSnapshot {
  /// The cover of the row, for loading with ``CoverStore/picture(_:)``; nil if there is none.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}

extension PlayedItemStore.PlayedItem {
  /// The cover of the item, for loading with ``CoverStore/picture(_:)``; nil if there is none.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}
