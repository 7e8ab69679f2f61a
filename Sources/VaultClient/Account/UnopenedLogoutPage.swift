import Foundation
import MediaCore

/// The page that ends the session at Auth0, kept from a sign-out that threw an error instead of returning the page. All services of one
/// server and folder share the page, and the next sign-out returns it.
final class UnopenedLogoutPage: Sendable {
  private let page = Locked<URL?>(nil)

  func set(_ new: URL?) { page.withLock { $0 = new } }

  /// Returns the page and forgets it.
  func take() -> URL? {
    page.withLock { page in
      defer { page = nil }
      return page
    }
  }
}
