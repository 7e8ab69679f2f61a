import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whether one redirect is followed, and with what.
struct Redirect {
  let original: HTTPRequest
  let from: URL?
  /// The field of the answer as it came: Foundation on Linux reads `mailto:` and `file:` addresses as paths of the same server.
  var location: String?

  func followed(to request: URLRequest) -> URLRequest? {
    guard location.map(Self.isWebAddress) ?? true, let target = request.url, let from = from ?? original.url as URL?,
      request.httpMethod == original.method.rawValue
    else { return nil }
    switch original.redirects {
    case .none: return nil
    case .sameOrigin:
      let isUpgrade =
        from.scheme == "http" && target.scheme == "https" && from.host == target.host && from.port == nil
        && target.port == nil
      guard isUpgrade || Origin(from) == Origin(target) else { return nil }
      // Foundation drops or keeps headers as it likes on the way: the next hop gets exactly those of the first.
      var next = request
      for entry in original.fields.entries { next.setValue(entry.value, forHTTPHeaderField: entry.name) }
      return next
    case .anyWithoutCredentials:
      guard target.scheme == "https" || Origin(from) == Origin(target) else { return nil }
      var next = URLRequest(url: target)
      next.httpMethod = request.httpMethod
      next.timeoutInterval = request.timeoutInterval
      for name in ["Accept", "Range"] { next.setValue(original.fields[name], forHTTPHeaderField: name) }
      return next
    }
  }
}

extension Redirect {
  /// Whether a `Location` is relative, or absolute with http or https.
  static func isWebAddress(_ location: String) -> Bool {
    let text = location.trimmingCharacters(in: .whitespaces)
    guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains(where: { "/?#".contains($0) }) else {
      return true
    }
    return ["http", "https"].contains(text[..<colon].lowercased())
  }
}

/// Scheme, host and port: where credentials belong.
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  init(_ url: URL) {
    scheme = url.scheme?.lowercased() ?? ""
    host = url.host?.lowercased() ?? ""
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }
}
