import Foundation

extension Endpoint {
  /// The request for a server at `base` (which may have a path of its own).
  func request(base: URL, headers: HTTPFields) throws(ClientError) -> HTTPRequest {
    var text = base.absoluteString
    text.reserveCapacity(text.utf8.count + 64)
    while text.utf8.last == 0x2F { text.removeLast() }
    if startsAtOrigin, let scheme = text.range(of: "://"), let path = text[scheme.upperBound...].firstIndex(of: "/") {
      text.removeSubrange(path...)
    }
    for segment in path {
      guard let encoded = segment.encoded else {
        throw ClientError(.invalidRequest, operation: operation, detail: ClientError.Detail.badIdentifier)
      }
      text += "/"
      text += encoded
    }
    if hasTrailingSlash { text += "/" }
    if !query.items.isEmpty {
      text += "?"
      query.write(to: &text)
    }
    // Path and query follow the server's address behind a `/` or `?`, so they cannot change its host.
    guard query.isFinite, let url = URL(string: text) else {
      throw ClientError(.invalidRequest, operation: operation, detail: ClientError.Detail.badIdentifier)
    }
    var fields = headers
    // Reserve three more places: for the two fields set below and for the sign-in's field.
    fields.reserveCapacity(headers.entries.count + self.fields.entries.count + 3)
    fields.merge(self.fields)
    if let body { fields["Content-Type"] = body.contentType }
    if fields["Accept"] == nil { fields["Accept"] = "application/json, text/plain;q=0.5" }
    guard fields.areSafe else {
      throw ClientError(.invalidRequest, operation: operation, detail: ClientError.Detail.badHeader)
    }
    return HTTPRequest(
      method: method, url: url, fields: fields, body: body?.data, operation: operation, timeout: traits.attemptTimeout,
      maximumResponseBytes: traits.maximumResponseBytes, redirects: traits.redirects)
  }
}
