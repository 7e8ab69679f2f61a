public import Foundation

/// Stores the pictures of a service on the device, for ``PictureLoader``.
public protocol PictureStore: Sendable {
  /// Returns the picture at an address of the service. The picture comes from the device if an up-to-date copy is stored there, and
  /// otherwise from the server.
  /// - Returns: the bytes of the picture; nil if the store does not store pictures of this address. ``PictureLoader`` then loads the
  ///   picture itself.
  func picture(at url: URL) async throws(ClientError) -> Data?
}
