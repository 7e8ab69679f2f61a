package import Foundation

/// The page of a provider at which a user signs in: plays the browser.
package enum SignInPage {
  /// The address to which the provider's page sends the browser at the end.
  /// - Parameter redirect: where the browser ends; nil for what the page itself asks for.
  /// - Returns: nil for a page that asks for no redirect.
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
