public import Foundation
public import MediaCore

/// The requests that play a book that is shared by a public link. The requests need no account. They need only the slug, which is the last
/// path component of the link.
///
/// ```swift
/// let share = try await shelf.shares.open("summer-reading")
/// let sound = try await shelf.shares.track(1, of: share)
/// try await shelf.shares.saveProgress(90, of: share)
/// ```
public protocol ShareAPI: Sendable {
  /// Opens a share (`GET /public/share/{slug}`). The server stores a position for this opening of the share. A cookie of the response
  /// identifies the opening, and ``OpenShare`` contains this cookie.
  /// - Parameter start: the position to begin at, in seconds. If nil, the position where the share was left.
  /// - Throws: `notFound` if the share does not exist or has ended.
  func open(_ slug: String, at start: Double?) async throws(ClientError) -> OpenShare
  /// Fetches the audio of a track of the share, at most 64 MB in one call (`GET /public/share/{slug}/track/{index}`).
  ///
  /// If the share has ended since it was opened, the server does not respond. The call is therefore not repeated, and ends after 20 seconds
  /// without a byte. To find out whether the share has ended, call ``open(_:at:)``, which then throws `notFound`.
  /// - Parameters:
  ///   - index: the number of the track, from 1.
  ///   - range: the range of bytes to fetch. If nil, the whole track is fetched.
  /// - Throws: `notFound` if there is no such track; `timedOut` if the server does not respond.
  func track(_ index: Int, of share: OpenShare, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches the cover of a share (`GET /public/share/{slug}/cover`).
  /// - Throws: `notFound` if the share has no cover.
  func cover(of share: OpenShare) async throws(ClientError) -> Data
  /// Fetches the file of a share, or an archive if the share has several files, at most 64 MB (`GET /public/share/{slug}/download`).
  /// - Throws: `forbidden` if the share does not allow downloads.
  func download(_ share: OpenShare) async throws(ClientError) -> Data
  /// Stores the position of this opening of the share on the server (`PATCH /public/share/{slug}/progress`). The progress of accounts does
  /// not change.
  /// - Parameter position: the position, in seconds.
  /// - Throws: `invalidRequest` if the position is negative, NaN, or longer than any recording.
  func saveProgress(_ position: Double, of share: OpenShare) async throws(ClientError)
}

extension ShareAPI {
  /// Opens a share at the position where it was left. If the share was never opened, opens it at the beginning.
  public func open(_ slug: String) async throws(ClientError) -> OpenShare { try await open(slug, at: nil) }

  /// Fetches the audio of a whole track of a share.
  public func track(_ index: Int, of share: OpenShare) async throws(ClientError) -> Data {
    try await track(index, of: share, range: nil)
  }
}

/// A share that was opened with ``ShareAPI/open(_:at:)``. The other methods of ``ShareAPI`` have a parameter of this type.
public struct OpenShare: Sendable, Hashable {
  /// The last path component of the share's public link.
  public let slug: String
  /// The server's unchanged JSON of the share.
  public let value: JSONValue
  /// The cookies by which the server recognises this opening, sent with the calls of this share only.
  let cookies: Secret
}

struct LiveShareAPI: ShareAPI {
  let client: ServiceClient

  func open(_ slug: String, at start: Double?) async throws(ClientError) -> OpenShare {
    guard start?.isMediaTime ?? true else {
      throw ClientError(.invalidRequest, operation: .shelfSharesOpen, detail: "mediaTime")
    }
    // Don't merge simultaneous calls: each caller needs the cookie of its own playback session.
    var traits = Self.traits
    traits.isRead = false
    return try await client.send(
      Endpoint(.shelfSharesOpen, path: path(slug), query: ["t": start], traits: traits) { response, decoding in
        let value = try decoding.json(JSONValue.self, from: response)
        let cookies = response.fields.values("Set-Cookie").compactMap {
          $0.split(separator: ";").first.map(String.init)
        }
        return OpenShare(slug: slug, value: value, cookies: Secret(cookies.joined(separator: "; ")))
      })
  }

  func track(_ index: Int, of share: OpenShare, range: Range<Int>?) async throws(ClientError) -> Data {
    var endpoint = bytes(.shelfSharesTrack, share, ["track", .id(String(index))], .audio)
    // The server never answers for a track of a share that has ended: end the call after 20 seconds, and don't repeat it.
    (endpoint.traits.attemptTimeout, endpoint.traits.isRepeatable) = (.seconds(20), false)
    return try await client.send(endpoint.part(range))
  }

  func cover(of share: OpenShare) async throws(ClientError) -> Data {
    try await client.send(bytes(.shelfSharesCover, share, ["cover"], .picture))
  }

  func download(_ share: OpenShare) async throws(ClientError) -> Data {
    try await client.send(bytes(.shelfSharesDownload, share, ["download"], .binary))
  }

  func saveProgress(_ position: Double, of share: OpenShare) async throws(ClientError) {
    guard position.isMediaTime else {
      throw ClientError(.invalidRequest, operation: .shelfSharesSaveProgress, detail: "mediaTime")
    }
    var traits = Self.traits
    traits.isRead = false
    try await client.send(
      .done(
        .shelfSharesSaveProgress, .patch, path: path(share.slug) + ["progress"],
        fields: share.cookieFields, body: .json(["currentTime": .number(position)]), traits: traits))
  }

  private func bytes(
    _ operation: OperationID, _ share: OpenShare, _ end: [PathSegment], _ content: FileContent
  ) -> Endpoint<Data> {
    var endpoint = Endpoint.bytes(operation, path: path(share.slug) + end, credentials: .none, content: content)
    endpoint.fields.merge(share.cookieFields)
    return endpoint
  }

  private func path(_ slug: String) -> [PathSegment] { ["public", "share", .id(slug)] }

  private static var traits: EndpointTraits {
    EndpointTraits(credentials: .none, isRepeatable: true, isRead: true)
  }
}

extension OpenShare {
  /// The share's cookies, for calls of this share only.
  var cookieFields: HTTPFields { ["Cookie": cookies.reveal()] }
}
