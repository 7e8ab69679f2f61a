package import Foundation

extension ServiceClient {
  /// The app's headers for a request that a system framework makes by itself, such as AVFoundation's for audio.
  /// - Returns: the headers of the address in use if `url` lies below it; none for another server's address, since the headers can be
  ///   secret, and none before the address in use is known.
  package func streamHeaders(for url: URL) -> [String: String] {
    guard let base = locator.knownBase, Origin(url) == Origin(base.url) else { return [:] }
    let parts = { (url: URL) in url.path.split(separator: "/") }
    guard parts(url).starts(with: parts(base.url)) else { return [:] }
    return Dictionary(base.headers.entries.map { ($0.name, $0.value) }) { $1 }
  }
}
