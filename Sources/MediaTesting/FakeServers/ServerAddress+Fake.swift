import Foundation
public import MediaCore

extension ServerAddress {
  /// The address of a server that only a fake transport reaches. The address counts as verified, so the server is not probed.
  public static let fake = ServerAddress(verifiedHost: "server.test")
}
