public import Foundation
public import MediaCore

extension CoverStore: PictureStore {
  /// Returns the cover or author's picture at an address that this client has created, such as
  /// ``ShelfRow/coverURL`` or ``NowPlayingSnapshot/coverURL``. If this device has a picture that is still valid, returns that picture.
  /// Otherwise requests the picture from the server's current address, with the HTTP headers for that address. If the server cannot be
  /// reached, returns the best picture of the same item or author on this device.
  /// - Returns: the picture; nil if the address belongs to another server, or is not the address of a cover or an author's picture.
  /// - Throws: the errors of ``picture(_:)``. If the server cannot be reached, throws only if this device has no picture of the item or
  ///   author.
  public func picture(at url: URL) async throws(ClientError) -> Data? {
    guard let artwork = Artwork(url: url), await isOfThisServer(url) else { return nil }
    do throws(ClientError) { return try await picture(artwork) } catch {
      guard error.isTransient, let kept = await placeholder(for: artwork) else { throw error }
      return kept
    }
  }
}

extension NowPlayingSnapshot {
  /// The cover of this row, to load with ``CoverStore/picture(_:)``; nil if the row has no cover.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}

extension PlayedItemStore.PlayedItem {
  /// The cover of this item, to load with ``CoverStore/picture(_:)``; nil if the item has no cover.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}
