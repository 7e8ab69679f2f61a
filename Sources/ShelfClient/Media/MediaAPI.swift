public import Foundation
public import MediaCore

/// Covers, audio and files. What is given as a URL needs no token: it goes on working when the token is replaced, can be
/// handed to a player or an image view, and holds no secret.
public protocol MediaAPI: Sendable {
  /// `GET /api/items/{id}/cover`. Add the item's `updatedAt` to tell a changed cover apart.
  func coverURL(of item: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL
  /// The audio of an open session, track by track: `GET /public/session/{id}/track/{index}`, or the HLS playlist when the
  /// server transcodes. Ends with the session.
  func streamURL(of track: AudioTrack, in session: PlaybackSession) async throws(ClientError) -> URL
  /// `GET /api/items/{id}/cover`: the picture itself, as JPEG.
  func cover(of item: String, width: Int?) async throws(ClientError) -> Data
  /// `GET /api/items/{item}/file/{ino}`: a file or a part of it, with the account's token, renewed when it has run out.
  /// - Parameter range: bytes; nil for all of it, at most 512 MB.
  func file(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data
}

struct LiveMediaAPI: MediaAPI {
  let client: ServiceClient

  func coverURL(of item: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL {
    try await client.url(
      Endpoint<Void>.done(
        "shelf.media.coverURL", .get, path: ["api", "items", .id(item), "cover"],
        query: ["width": width, "format": "jpeg", "ts": updatedAt.map { Double($0.milliseconds) }], traits: .probe))
  }

  func streamURL(of track: AudioTrack, in session: PlaybackSession) async throws(ClientError) -> URL {
    if let hls = track.contentUrl, hls.hasPrefix("/hls/") {
      let parts = hls.split(separator: "/").dropFirst().map { PathSegment.id(String($0)) }
      return try await client.url(
        Endpoint<Void>.done("shelf.media.streamURL", .get, path: ["hls"] + parts, traits: .probe))
    }
    return try await client.url(
      Endpoint<Void>.done(
        "shelf.media.streamURL", .get,
        path: ["public", "session", .id(session.id), "track", .id(String(track.index ?? 1))], traits: .probe))
  }

  func cover(of item: String, width: Int?) async throws(ClientError) -> Data {
    try await client.send(MediaEndpoints.cover(of: item, width: width))
  }

  func file(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await client.send(MediaEndpoints.file(ino, of: item, range: range))
  }
}

enum MediaEndpoints {
  static func cover(of item: String, width: Int?) -> Endpoint<Data> {
    var traits = EndpointTraits(credentials: .none, isRepeatable: true, isRead: true)
    traits.redirects = .anyWithoutCredentials
    return Endpoint(
      "shelf.media.cover", path: ["api", "items", .id(item), "cover"], query: ["width": width, "format": "jpeg"],
      fields: ["Accept": "image/jpeg"], traits: traits
    ) { response, decoding in
      try decoding.refusePage(response)
      return response.body
    }
  }

  static func file(_ ino: String, of item: String, range: Range<Int>?) -> Endpoint<Data> {
    var fields: HTTPFields = ["Accept": "*/*"]
    fields["Range"] = range.map { "bytes=\($0.lowerBound)-\($0.upperBound - 1)" }
    let traits = EndpointTraits(
      isRepeatable: true, isRead: true, deadline: .seconds(600), attemptTimeout: .seconds(120),
      maximumResponseBytes: 512 << 20)
    return Endpoint(
      "shelf.media.file", path: ["api", "items", .id(item), "file", .id(ino)], fields: fields, traits: traits
    ) { response, decoding in
      if response.mediaType == "text/html" { try decoding.refusePage(response) }
      return response.body
    }
  }
}
