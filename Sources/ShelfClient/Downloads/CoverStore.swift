public import Foundation
public import MediaCore

/// Covers and authors' pictures on this device: shown from disk first, and requested only when they are missing or may have changed.
///
/// A picture is kept by its subject, its version (`updatedAt`) and its width. A picture with a version is requested once. A picture
/// without one is good for a day, as the server says, and is then requested again, with its validator if there is one. When the server
/// cannot be reached, the kept picture is shown. Over the budget, the pictures that were shown longest ago go first. Every sign-out
/// erases all pictures.
///
/// Services of a process over the same server and folder share the pictures, and each one requests what was asked through it.
public struct CoverStore: Sendable {
  /// The bytes that pictures may take until the app sets a budget of its own.
  public static let defaultBudget = 100 << 20

  let engine: CoverEngine
  private let lane: MediaLane

  init(client: ServiceClient, roles: ShelfRoles) {
    engine = .shared(in: client.accounts)
    lane = MediaLane(client: client, roles: roles)
  }

  /// A cover or an author's picture, from disk if it is there and still good, else from the server.
  /// - Throws: `notFound` when there is none; `signedOut`; the call's error when no kept picture can be shown instead.
  public func picture(_ artwork: Artwork) async throws(ClientError) -> Data {
    try await engine.picture(artwork, by: lane)
  }

  /// The best picture of the same subject on this device, for the time until ``picture(_:)`` returns: another width or an
  /// earlier version if need be. Nil when there is none. Never asks the server.
  public func placeholder(for artwork: Artwork) async -> Data? { await engine.placeholder(for: artwork) }

  /// Whether an address is below one of this server's addresses. Before any of them is known, as in a reading service, every address
  /// counts: the rows that carry it were made here.
  func isOfThisServer(_ url: URL) async -> Bool {
    let locator = lane.client.locator
    guard let known = try? await locator.addresses(), !known.isEmpty else { return true }
    let bases = known.compactMap(\.address.preferredURL) + [try? await locator.base()].compactMap { $0 }
    return bases.contains { base in
      let path = base.path.split(separator: "/")
      return base.host?.lowercased() == url.host?.lowercased() && url.path.split(separator: "/").starts(with: path)
    }
  }

  /// The number of bytes that the pictures take on this device.
  public func usedBytes() async throws(ClientError) -> Int { try await engine.usedBytes() }

  /// Limits the bytes on this device, at once and for as long as the process lives: set it when the app starts.
  public func setBudget(_ bytes: Int) async throws(ClientError) { try await engine.setBudget(bytes) }

  /// Removes every picture.
  public func removeAll() async throws(ClientError) { try await engine.removeAll() }
}
