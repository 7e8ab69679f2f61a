import Foundation
import MediaCore

extension Endpoint where Response == Data {
  /// A picture that needs no token, as JPEG. Proxies may send it from elsewhere.
  static func picture(
    _ operation: String, path: [PathSegment], width: Int?, updatedAt: Date? = nil
  ) -> Endpoint {
    var traits = EndpointTraits(credentials: .none, isRepeatable: true, isRead: true)
    traits.redirects = .anyWithoutCredentials
    return Endpoint(
      operation, path: path,
      query: ["width": width, "format": "jpeg", "ts": updatedAt.map { Double($0.milliseconds) }],
      fields: ["Accept": "image/jpeg"], traits: traits
    ) { response, decoding in
      try decoding.refusePage(response)
      return response.body
    }
  }

  /// A file or a part of it, at most 512 MB. Files may well be HTML: only what the server's type says is one is looked at.
  static func bytes(
    _ operation: String, path: [PathSegment], query: Query = [:], range: Range<Int>? = nil,
    credentials: EndpointTraits.Credentials = .required
  ) -> Endpoint {
    // As it lies on the disk: a compressed file that breaks off could pass for a whole one.
    var fields: HTTPFields = ["Accept": "*/*", "Accept-Encoding": "identity"]
    fields["Range"] = range.map { "bytes=\($0.lowerBound)-\($0.upperBound - 1)" }
    let traits = EndpointTraits(
      credentials: credentials, isRepeatable: true, isRead: true, deadline: .seconds(600),
      attemptTimeout: .seconds(120), maximumResponseBytes: 512 << 20)
    return Endpoint(operation, path: path, query: query, fields: fields, traits: traits) { response, decoding in
      if response.mediaType == "text/html" { try decoding.refusePage(response) }
      return response.body
    }
  }
}
