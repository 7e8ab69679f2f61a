public import Foundation

/// The address at which a sign-in in a browser ends: an address with the app's own scheme, or a web address.
public enum WebSignInRedirect: Sendable, Hashable {
  /// An address with the app's own scheme, such as `audiobookshelf://oauth`. Every browser of the system hands such an address over to the
  /// app.
  case scheme(String)
  /// A web address. The system's browser hands a web address over only to an app that is associated with the host. A web view inside the
  /// app always hands the web address over to the app.
  case web(host: String, path: String)

  /// Creates a redirect from the address at which the sign-in ends.
  /// - Returns: nil if no browser hands such an address over to an app.
  public init?(_ redirect: URL) {
    guard let scheme = redirect.scheme?.lowercased(), !scheme.isEmpty else { return nil }
    switch scheme {
    case "https", "http":
      guard let host = redirect.host?.lowercased(), !host.isEmpty else { return nil }
      self = .web(host: host, path: redirect.path.isEmpty ? "/" : redirect.path)
    case "file", "data", "javascript", "about", "blob": return nil
    default: self = .scheme(scheme)
    }
  }

  /// Creates a redirect from the `redirect_uri` in the query of a sign-in page's address. Returns nil unless the address has exactly one
  /// usable `redirect_uri`.
  public init?(page: URL) {
    let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let values = items.filter { $0.name == "redirect_uri" }.compactMap(\.value)
    // Refuse two `redirect_uri` values: the provider could redirect to one while the app waits for the other.
    guard values.count == 1, let redirect = URL(string: values[0]) else { return nil }
    self.init(redirect)
  }
}
