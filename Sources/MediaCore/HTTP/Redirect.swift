import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whether one redirect is followed, and with what.
struct Redirect {
  let original: HTTPRequest
  let from: URL?
  /// The `Location` field as it came: Foundation on Linux reads `mailto:` and `file:` addresses as paths of the same server.
  var location: String?

  /// The request that URLSession goes on with; nil for none.
  func followed(to request: URLRequest) -> URLRequest? {
    guard location.map(Self.isWebAddress) ?? true, let target = request.url, let from = from ?? original.url as URL?,
      request.httpMethod == original.method.rawValue, let fields = fields(from: from, to: target)
    else { return nil }
    var next = original.redirects == .anyWithoutCredentials ? URLRequest(url: target) : request
    next.httpMethod = request.httpMethod
    next.timeoutInterval = request.timeoutInterval
    // Set the fields again: in a redirect, Foundation may drop some and keep others.
    for entry in fields.entries { next.setValue(entry.value, forHTTPHeaderField: entry.name) }
    return next
  }

  /// The request that follows an answer; nil when the answer is final.
  func next(after status: Int) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(status), status >= 307 || [.get, .head].contains(original.method),
      let location, Self.isWebAddress(location),
      let target = URL(string: location, relativeTo: original.url)?.absoluteURL,
      ["http", "https"].contains(target.scheme?.lowercased()), target.host?.isEmpty == false, target.user == nil,
      let fields = fields(from: original.url, to: target)
    else { return nil }
    var next = original
    (next.url, next.fields) = (target, fields)
    return next
  }

  /// The header of the next hop; nil where the policy refuses the redirect.
  private func fields(from: URL, to target: URL) -> HTTPFields? {
    switch original.redirects {
    case .none: return nil
    case .sameOrigin:
      let isUpgrade =
        from.scheme == "http" && target.scheme == "https" && from.host == target.host && from.port == nil
        && target.port == nil
      return isUpgrade || Origin(from) == Origin(target) ? original.fields : nil
    case .anyWithoutCredentials:
      guard target.scheme == "https" || Origin(from) == Origin(target) else { return nil }
      var fields = HTTPFields()
      for name in ["Accept", "Range"] { fields[name] = original.fields[name] }
      return fields
    }
  }

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
    self.init(
      scheme: url.scheme?.lowercased() ?? "", host: url.host?.lowercased().trimmingCharacters(in: ["[", "]"]) ?? "",
      port: url.port)
  }

  /// - Parameter port: nil for the scheme's own.
  init(scheme: String, host: String, port: Int?) {
    (self.scheme, self.host, self.port) = (scheme, host, port ?? (scheme == "https" ? 443 : 80))
  }
}
