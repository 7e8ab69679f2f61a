public import Foundation

/// The address that ends a sign-in in a browser, and which kind of browser can come back from it.
public enum WebSignInRedirect: Sendable, Hashable {
  /// An address of the app's own, such as `audiobookshelf://oauth`: every browser of the system hands it over.
  case scheme(String)
  /// A web address: the system's browser hands it over only to an app that is associated with that host, a web view of the app
  /// always.
  case web(host: String, path: String)

  /// - Returns: nil for an address that no browser comes back from.
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

  /// The redirect of a provider's page: its `redirect_uri`.
  public init?(page: URL) {
    let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let values = items.filter { $0.name == "redirect_uri" }.compactMap(\.value)
    // Refuse two `redirect_uri` values: the provider could redirect to one while the app waits for the other.
    guard values.count == 1, let redirect = URL(string: values[0]) else { return nil }
    self.init(redirect)
  }
}
