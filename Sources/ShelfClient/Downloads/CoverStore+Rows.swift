public import Foundation
public import MediaCore

extension Artwork {
  /// The picture at an address that this client has made, such as ``ShelfRow/coverURL``; nil for any other address. The address may be
  /// of another address of the same server.
  public init?(url: URL) {
    let parts = url.path.split(separator: "/").map(String.init).suffix(4)
    guard parts.count == 4, let kind = parts.first, kind == "api", let id = parts.dropFirst(2).first,
      WireID.arePlausible([id])
    else { return nil }
    let subject: Subject
    switch (parts.dropFirst().first, parts.last) {
    case ("items", "cover"): subject = .item(id)
    case ("authors", "image"): subject = .author(id)
    default: return nil
    }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    func number(_ name: String) -> Int? { items.first { $0.name == name }?.value.flatMap { Int($0) } }
    let version = number("ts").map { Date(milliseconds: Int64($0)) }
    self.init(subject, updatedAt: version, width: number("width"))
  }
}

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

extension ShelfRow {
  /// The cover for ``CoverStore/picture(_:)``; nil without one.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }

  /// The id of the item whose cover the row has; nil for a row without one, or with an author's picture.
  var artworkItem: String? { if case .item(let id) = artwork?.subject { id } else { nil } }
}

extension NowPlayingSnapshot {
  /// The cover for ``CoverStore/picture(_:)``; nil without one.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}

extension PlayedItemStore.PlayedItem {
  /// The cover for ``CoverStore/picture(_:)``; nil without one.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }
}
