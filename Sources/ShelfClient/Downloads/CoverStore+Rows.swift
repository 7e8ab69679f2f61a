public import Foundation
public import MediaCore

extension CoverStore: PictureStore {
  /// A cover or an author's picture by an address that this client has made, such as ``ShelfRow/coverURL`` or
  /// ``NowPlayingSnapshot/coverURL``: from this device if it is there and still good, else from the server at the address in use, with the
  /// headers for that one. Without a server, the best picture of the same subject that this device has.
  /// - Returns: nil for an address of another server, or of no cover.
  /// - Throws: what ``picture(_:)`` throws, when this device has no picture of the subject.
  public func picture(at url: URL) async throws(ClientError) -> Data? {
    guard let artwork = Artwork(url: url), await isOfThisServer(url) else { return nil }
    do throws(ClientError) { return try await picture(artwork) } catch {
      guard error.isTransient, let kept = await placeholder(for: artwork) else { throw error }
      return kept
    }
  }
}

extension NowPlayingSnapshot {
  /// The cover for ``CoverStore/picture(_:)``; nil without one.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}

extension PlayedItemStore.PlayedItem {
  /// The cover for ``CoverStore/picture(_:)``; nil without one.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}
