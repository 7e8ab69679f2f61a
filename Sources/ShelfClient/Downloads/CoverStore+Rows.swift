public import Foundation
public import MediaCore

extension CoverStore: PictureStore {
  /// Returns the cover or author's picture at an address that this client has made, such as ``ShelfRow/coverURL`` or
  /// ``NowPlayingSnapshot/coverURL``. Takes it from this device if it is there and still good. Otherwise requests it from the server at the
  /// address in use, with the headers for that address. If the server cannot be reached, returns the best picture of the same subject on
  /// this device.
  /// - Returns: nil for an address of another server, or of no cover.
  /// - Throws: the errors of ``picture(_:)``, if this device has no picture of the subject.
  public func picture(at url: URL) async throws(ClientError) -> Data? {
    guard let artwork = Artwork(url: url), await isOfThisServer(url) else { return nil }
    do throws(ClientError) { return try await picture(artwork) } catch {
      guard error.isTransient, let kept = await placeholder(for: artwork) else { throw error }
      return kept
    }
  }
}

extension NowPlayingSnapshot {
  /// The cover, to load with ``CoverStore/picture(_:)``; nil without a cover.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}

extension PlayedItemStore.PlayedItem {
  /// The cover, to load with ``CoverStore/picture(_:)``; nil without a cover.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}
