public import Foundation

/// Pictures that a service keeps on the device, for ``PictureLoader``.
public protocol PictureStore: Sendable {
  /// The picture at an address that the service has made, from the device if it is there and still good, else from the server.
  /// - Returns: nil for an address that the store does not keep; ``PictureLoader`` then loads it by itself.
  func picture(at url: URL) async throws(ClientError) -> Data?
}
