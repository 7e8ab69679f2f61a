public import Foundation
public import MediaCore

/// The store of covers and authors' pictures on this device. A picture is read from disk first, and requested from the server only if the
/// picture is missing on disk or may have changed.
///
/// The store identifies a picture by its item or author, its version (`updatedAt`) and its width. A picture with a version is requested
/// only once. A picture without a version is valid for a day, as the server specifies, and is then requested again. That request is
/// conditional if the server has sent an entity tag or a date. If the server cannot be reached, the stored picture is shown. If the
/// pictures exceed the budget, the pictures that were shown longest ago are removed first. Every sign-out erases all pictures.
///
/// All services of a process for the same server and folder share the pictures. Each service sends its own requests.
public struct CoverStore: Sendable {
  /// The highest number of bytes that pictures take on this device, unless the app calls ``setBudget(_:)``.
  public static let defaultBudget = 100 << 20

  let engine: CoverEngine
  private let lane: MediaLane

  init(client: ServiceClient, roles: ShelfRoles) {
    engine = .shared(in: client.accounts)
    lane = MediaLane(client: client, roles: roles)
  }

  /// Returns a cover or an author's picture. If this device has a picture that is still valid, returns that picture. Otherwise requests the
  /// picture from the server.
  /// - Throws: `notFound` if the server has no such picture; `signedOut`; the error of the request if no stored picture can be shown
  ///   instead.
  public func picture(_ artwork: Artwork) async throws(ClientError) -> Data {
    try await engine.picture(artwork, by: lane)
  }

  /// Returns the best stored picture of the same item or author. This can be a picture of another width or an earlier version. Nil if no
  /// picture of the item or author is on this device. Sends no request. Show this picture until ``picture(_:)`` returns.
  public func placeholder(for artwork: Artwork) async -> Data? { await engine.placeholder(for: artwork) }

  /// Whether an address is below one of this server's addresses. Before any of them is known, as in a reading service, every address
  /// counts: the rows that carry it were made here.
  func isOfThisServer(_ url: URL) async -> Bool {
    let locator = lane.client.locator
    guard let known = try? await locator.addresses(), !known.isEmpty else { return true }
    let bases = known.compactMap(\.address.preferredURL) + [try? await locator.base()].compactMap { $0 }
    return bases.contains { base in
      let path = base.path.split(separator: "/")
      return base.host?.lowercased() == url.host?.lowercased() && base.wirePort == url.wirePort
        && url.path.split(separator: "/").starts(with: path)
    }
  }

  /// Returns the number of bytes that all pictures together take on this device.
  public func usedBytes() async throws(ClientError) -> Int { try await engine.usedBytes() }

  /// Sets the highest number of bytes that pictures may take on this device. The limit applies until the process ends, so call this method
  /// at each launch of the app.
  public func setBudget(_ bytes: Int) async throws(ClientError) { try await engine.setBudget(bytes) }

  /// Removes every picture from this device.
  public func removeAll() async throws(ClientError) { try await engine.removeAll() }
}

extension URL {
  /// The port of the address, where the default ports of http and https count as the same. The user may have typed an address with one of
  /// the two schemes while the server answers only at the other: the rows then contain the other scheme.
  fileprivate var wirePort: Int { port == 80 ? 443 : port ?? 443 }
}
