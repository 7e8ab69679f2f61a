public import Foundation

/// A store in which a service keeps its pictures on the device, for ``PictureLoader``.
public protocol PictureStore: Sendable {
  /// Returns the picture at an address of the service: from the device if a current copy is there, otherwise from the server.
  /// - Returns: the bytes of the picture; nil if the store does not store pictures of this address. ``PictureLoader`` then loads the
  ///   picture itself.
  func picture(at url: URL) async throws(ClientError) -> Data?
}
