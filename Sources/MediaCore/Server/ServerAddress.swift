public import Foundation

/// The address of a server as people type it. A typed address can have a scheme, a port, a sub-path or blanks, or be a pasted link.
///
/// The typed scheme decides which schemes are used. With `https://`, only https is used. With `http://`, only plain http is used. Without a
/// scheme, https is tried first. Plain http is then used only if nothing speaks TLS at the address, and either the host is private or the
/// user has agreed to plain http in the app.
///
/// If a text is no address, the initializer throws `invalidRequest` with a ``Problem`` as its detail.
///
/// ```swift
/// do throws(ClientError) {
///   let address = try ServerAddress("nas.local:13378")
///   print(address.host, address.isPrivate)
/// } catch {
///   show(error.text(.english))
/// }
/// ```
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// The scheme of an address.
  public enum Scheme: String, Sendable, Hashable {
    /// The schemes of addresses that the SDK can use.
    case http, https
  }

  /// The scheme that was typed; nil if no scheme was typed.
  public let scheme: Scheme?
  /// The host in lower case. International names are in their ASCII form, and IPv6 addresses are in brackets.
  public let host: String
  /// The port in the address; nil if the address contains no port.
  public let port: Int?
  /// The path, percent-encoded, with a leading slash and without a trailing slash. Empty if the address has no path.
  public let path: String
  /// Whether the address is known to be right, so that the server is not probed before the first call.
  let isVerified: Bool

  /// The reason why a typed text is no address. The raw value is the ``ClientError/detail`` of the thrown error.
  public enum Problem: String, Sendable, Hashable, CaseIterable {
    /// The problems of a typed address, as the cases name them. For example, `misspelledScheme` stands for `htp://`, `credentialsInAddress` for
    /// `https://name:password@host`, and `zoneNotSupported` for an IPv6 zone such as `%en0`.
    case empty, misspelledScheme, unsupportedScheme, credentialsInAddress, badHost, badPort, badPath, zoneNotSupported
  }

  /// Path components of pages and routes in the services' own web clients. No base address contains them, so a pasted link is cut off
  /// before them.
  public static let pages: Set<String> = [
    "login", "logout", "library", "libraries", "item", "items", "config", "account", "settings", "api", "status",
    "ping",
    "healthcheck", "dashboard", "home", "search", "calendar", "watchlist", "index.html", "socket.io", "upload", "auth",
    "collection", "playlist", "author", "player", "movie", "series", "lists", "health", "profile",
  ]

  /// Reads an address that a person has typed or pasted.
  /// - Parameters:
  ///   - text: the typed or pasted text.
  ///   - pages: the path components at which the base address ends. Such a component and everything after it are left out.
  /// - Throws: `invalidRequest` with a ``Problem`` as detail.
  public init(_ text: String, pages: Set<String> = ServerAddress.pages) throws(ClientError) {
    var parser = ServerAddressParser(text: text, pages: pages)
    do throws(ProblemFound) {
      self = try parser.parse()
    } catch {
      throw ClientError(.invalidRequest, operation: .serverAddress, detail: error.problem.rawValue)
    }
  }

  /// Creates an address from a URL at which the app knows its server to be, such as the URL of a test server. No request is sent to check
  /// the URL.
  ///
  /// For the next launch of an app with a sign-in screen, keep ``ServiceClient/address`` instead, for example in a ``SavedServerStore``. A
  /// URL that was found, such as `state.server` of a sign-in screen, can have a path or a port that the user did not type. A service with
  /// such a URL is signed out, because the sign-in and the data are stored under the typed address.
  /// - Returns: nil unless the URL is an http or https URL with a host.
  public init?(verified url: URL) {
    guard let scheme = url.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }), let host = url.host, !host.isEmpty
    else {
      return nil
    }
    self.init(
      scheme: scheme, host: host.contains(":") ? "[\(host.trimmingCharacters(in: ["[", "]"]))]" : host.lowercased(),
      port: url.port, path: Self.basePath(of: url), isVerified: true)
  }

  private static func basePath(of url: URL) -> String {
    var path = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// A verified https address of a host, for tests.
  package init(verifiedHost host: String) {
    self.init(scheme: .https, host: host, port: nil, path: "", isVerified: true)
  }

  init(scheme: Scheme?, host: String, port: Int?, path: String, isVerified: Bool = false) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.isVerified = isVerified
  }

  /// Returns the base URL of the server with the given scheme. If the port is the default port of this scheme, it is left out.
  public func url(_ scheme: Scheme) -> URL? {
    let port = port.flatMap { $0 == (scheme == .https ? 443 : 80) ? nil : $0 }
    return URL(string: "\(scheme.rawValue)://\(host)\(port.map { ":\($0)" } ?? "")\(path)")
  }

  /// The base URL that is tried first. Its scheme is the typed scheme, or https if no scheme was typed.
  public var preferredURL: URL? { url(scheme ?? .https) }

  /// Whether the host is a loopback address, an address in the private networks of RFC 1918 and RFC 4193, an address in carrier-grade NAT
  /// (which VPNs use), or a `.local` name.
  public var isPrivate: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local") { return true }
    if host.hasPrefix("[") {
      let address = host.dropFirst().dropLast()
      let first = address.prefix { $0 != ":" }
      return address == "::1" || first.count == 4 && (first.hasPrefix("fd") || first.hasPrefix("fc"))
    }
    let parts = host.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 4, host.split(separator: ".").count == 4 else { return false }
    switch (parts[0], parts[1]) {
    case (127, _), (10, _), (192, 168), (172, 16...31), (100, 64...127): return true
    default: return false
    }
  }

  /// A text that distinguishes the server from other servers. The text does not contain the scheme. It does not contain the port if the
  /// port is the default port of the typed scheme; if no scheme was typed, the default port is 443.
  public var key: String {
    let port = port.flatMap { $0 == (scheme == .http ? 80 : 443) ? nil : $0 }
    return "\(host):\(port.map(String.init) ?? "")\(path)"
  }

  public var description: String {
    "\(scheme.map { "\($0.rawValue)://" } ?? "")\(host)\(port.map { ":\($0)" } ?? "")\(path)"
  }
}

extension Origin {
  /// The origin of an address in the form that is tried first.
  init(_ address: ServerAddress) {
    self.init(
      scheme: address.scheme?.rawValue ?? "https", host: address.host.trimmingCharacters(in: ["[", "]"]),
      port: address.port)
  }
}

struct ProblemFound: Error {
  let problem: ServerAddress.Problem
}

extension ServerAddress.Problem {
  /// Returns the problem as one sentence for the user. The key of the sentence in `texts` is `error.address.` followed by the raw value of
  /// the problem.
  public func text(_ texts: Texts) -> String {
    texts(
      ClientError.addressEntries[rawValue]
        ?? .init("error.address.badHost", english: "The name of the server is not valid."))
  }
}
