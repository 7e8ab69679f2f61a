package import Foundation

extension ServiceClient {
  /// Returns the headers that the app has set for the server, for a request that a system framework sends by itself, such as AVFoundation's
  /// request for audio.
  /// - Returns: the headers of the server's address in use if `url` is below this address. Empty for all other addresses, since the headers
  ///   can be secret, and empty if the address in use is not known yet.
  package func streamHeaders(for url: URL) -> [String: String] {
    guard let base = locator.knownBase, Origin(url) == Origin(base.url) else { return [:] }
    let parts = { (url: URL) in url.path.split(separator: "/") }
    guard parts(url).starts(with: parts(base.url)) else { return [:] }
    return Dictionary(base.headers.entries.map { ($0.name, $0.value) }) { $1 }
  }
}
