package import Foundation

/// Simulates a browser with the page of a provider at which a user signs in.
package enum SignInPage {
  /// The address to which the provider's page redirects the browser at the end.
  /// - Parameter redirect: the target of the redirect; nil for the one that the page requests.
  /// - Returns: the address; nil for a page that requests no redirect.
  package static func callback(of page: URL, code: String, redirect: URL? = nil) -> URL? {
    let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    guard let target = redirect?.absoluteString ?? value("redirect_uri") else { return nil }
    var callback = URLComponents(string: target)
    callback?.queryItems = [
      URLQueryItem(name: "code", value: code), URLQueryItem(name: "state", value: value("state")),
    ]
    return callback?.url
  }
}
