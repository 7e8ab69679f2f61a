import Foundation
import MediaCore

/// The address of the page that ends the session at Auth0, if a sign-out threw an error instead of returning the address. All services of
/// one server and folder share the address, and the next sign-out returns it.
final class UnopenedLogoutPage: Sendable {
  private let page = Locked<URL?>(nil)

  func set(_ new: URL?) { page.withLock { $0 = new } }

  /// Returns the address and removes it.
  func take() -> URL? {
    page.withLock { page in
      defer { page = nil }
      return page
    }
  }
}
