import Foundation
import MediaCore

/// Reads links to pictures, which the server sends relative, absolute, empty, absent, or with a doubled prefix.
enum ImageLink {
  private static let host = "https://image.tmdb.org"

  /// - Parameter size: TMDB's word for a width, such as `w92`, used when the link has none.
  /// - Returns: nil for anything but a web address, such as a `file:` or `javascript:` link.
  static func url(_ link: String?, size: String) -> URL? {
    guard let url = text(link, size: size).flatMap(URL.init(string:)),
      ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
    else { return nil }
    return url
  }

  static func logo(_ link: String?) -> URL? { url(link, size: "w92") }
  static func poster(_ link: String?) -> URL? { url(link, size: "w500") }
  static func still(_ link: String?) -> URL? { url(link, size: "w780") }

  static func text(_ link: String?, size: String) -> String? {
    guard var link, !link.isEmpty, link != "/" else { return nil }
    let parts = link.components(separatedBy: "/t/p/")
    if parts.count > 2, let last = parts.last { link = "/t/p/" + last }
    if link.hasPrefix("/t/p/") { return host + link }
    if link.hasPrefix("/") { return "\(host)/t/p/\(size)\(link)" }
    return link
  }
}
