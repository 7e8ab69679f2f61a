public import Foundation
public import MediaCore

/// Posters.
public protocol MediaAPI: Sendable {
  /// The address of a poster that the server names relatively or absolutely; nil for none and for one without http(s).
  func url(of poster: String?) async throws(ClientError) -> URL?
  /// `GET /static/…`: a poster on this server, revalidated by its ETag, and from memory while no server is reached.
  /// - Throws: `invalidRequest` for a poster on another server: load ``url(of:)`` yourself.
  func data(of poster: String) async throws(ClientError) -> Answer<Data>
}

struct LiveMediaAPI: MediaAPI {
  let client: ServiceClient

  func url(of poster: String?) async throws(ClientError) -> URL? {
    guard let poster, !poster.isEmpty else { return nil }
    if let url = URL(string: poster), let scheme = url.scheme?.lowercased() {
      return scheme == "https" || scheme == "http" ? url : nil
    }
    guard let endpoint = Self.endpoint(poster) else { return nil }
    return try await client.url(endpoint)
  }

  func data(of poster: String) async throws(ClientError) -> Answer<Data> {
    guard let endpoint = Self.endpoint(poster) else {
      throw ClientError(.invalidRequest, operation: "vault.media.poster")
    }
    return try await client.answer(endpoint)
  }

  private static func endpoint(_ poster: String) -> Endpoint<Data>? {
    guard poster.hasPrefix("/"), !poster.hasPrefix("//") else { return nil }
    let parts = poster.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
    let path = parts.map { PathSegment.text($0.removingPercentEncoding ?? String($0)) }
    return Endpoint(
      "vault.media.poster", path: path,
      traits: EndpointTraits(
        credentials: .optional, isRepeatable: true, isRead: true, caching: .staleOnError, redirects: .none)
    ) { response, decoding in
      try decoding.refusePage(response)
      return response.body
    }
  }
}
