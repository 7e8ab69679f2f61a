import Foundation
public import MediaCore

extension ServerAddress {
  /// The address of a server that only a fake transport reaches. Taken as verified: nothing is probed.
  public static let fake = ServerAddress(verifiedHost: "server.test")
}
