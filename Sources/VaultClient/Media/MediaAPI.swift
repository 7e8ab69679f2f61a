public import Foundation
public import MediaCore

/// Loads the posters of titles.
public protocol MediaAPI: Sendable {
  /// Returns the address from which a poster can be loaded. This is the address of a file below the server's `/static/`, or an absolute
  /// http or https address. Returns nil for every other text.
  func url(of poster: String?) async throws(ClientError) -> URL?
  /// `GET /static/…`: loads a poster of this server and revalidates the cached poster by its ETag. The cached poster is returned if the
  /// server cannot be reached, or if another service answers, such as the sign-in page of a proxy.
  /// - Throws: `invalidRequest` if `poster` is outside `/static/` of this server; load such a poster from the address of ``url(of:)``,
  ///   without the token. If no poster is cached: `wrongServer` for a response that is no picture, `undecodable` for an empty response,
  ///   `unreachable` for a response that broke off.
  func data(of poster: String) async throws(ClientError) -> Answer<Data>
}

struct LiveMediaAPI: MediaAPI {
  let client: ServiceClient

  func url(of poster: String?) async throws(ClientError) -> URL? {
    guard let poster, !poster.isEmpty else { return nil }
    if let url = URL(string: poster), let scheme = url.scheme?.lowercased() {
      return ["https", "http"].contains(scheme) && url.host?.isEmpty == false ? url : nil
    }
    guard let endpoint = Self.endpoint(poster) else { return nil }
    return try await client.url(endpoint)
  }

  func data(of poster: String) async throws(ClientError) -> Answer<Data> {
    guard let endpoint = Self.endpoint(poster) else {
      throw ClientError(.invalidRequest, operation: .vaultMediaPoster)
    }
    return try await client.answer(endpoint)
  }

  /// Accepts only a file below `/static/`, also when a proxy or the server decodes the path a second time: the token is sent along, and
  /// poster addresses come from other users' lists.
  private static func endpoint(_ poster: String) -> Endpoint<Data>? {
    let parts = poster.split(separator: "/", omittingEmptySubsequences: false).map { $0.removingPercentEncoding ?? "" }
    guard parts.count > 2, parts[0].isEmpty, parts[1] == "static", parts.dropFirst().allSatisfy(\.isFileName) else {
      return nil
    }
    let path = parts.dropFirst().map { PathSegment.text($0) }
    return Endpoint(
      .vaultMediaPoster, path: path,
      traits: with(
        EndpointTraits(
          credentials: .optional, isRepeatable: true, isRead: true, caching: .staleOnError, redirects: .none)
      ) { $0.isPicture = true }
    ) { response, _ in try PictureData.checked(response, .vaultMediaPoster) }
  }
}

extension String {
  fileprivate var isFileName: Bool {
    !isEmpty && self != "." && self != ".." && !utf8.contains { $0 < 0x20 || $0 == 0x7F || #"/\%"#.utf8.contains($0) }
  }
}
