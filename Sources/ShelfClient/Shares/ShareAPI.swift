public import Foundation
public import MediaCore

/// Books that are shared by a public link, to be played without an account. The slug, the last part of the link, is all that is
/// needed.
///
/// ```swift
/// let share = try await shelf.shares.open("summer-reading")
/// let sound = try await shelf.shares.track(1, of: share)
/// try await shelf.shares.saveProgress(90, of: share)
/// ```
public protocol ShareAPI: Sendable {
  /// Opens a share (`GET /public/share/{slug}`). The server keeps the place in the share under the answer's cookie.
  /// - Parameter start: the position to begin at, in seconds; nil for the place where the share was left.
  /// - Throws: `notFound` for a share that does not exist or has ended.
  func open(_ slug: String, at start: Double?) async throws(ClientError) -> OpenShare
  /// Fetches the audio of a track, at most 64 MB at once (`GET /public/share/{slug}/track/{index}`).
  /// - Parameters:
  ///   - index: the number of the track, from 1.
  ///   - range: bytes; nil for the whole track.
  func track(_ index: Int, of share: OpenShare, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches the cover of a share (`GET /public/share/{slug}/cover`).
  /// - Throws: `notFound` without a cover.
  func cover(of share: OpenShare) async throws(ClientError) -> Data
  /// Fetches the file of a share, or an archive of its files; 64 MB at most (`GET /public/share/{slug}/download`).
  /// - Throws: `forbidden` when the share is for listening only.
  func download(_ share: OpenShare) async throws(ClientError) -> Data
  /// Stores the place for this opening of the share (`PATCH /public/share/{slug}/progress`). No account's progress changes.
  /// - Parameter position: the place, in seconds.
  /// - Throws: `invalidRequest` for an impossible position.
  func saveProgress(_ position: Double, of share: OpenShare) async throws(ClientError)
}

extension ShareAPI {
  /// Opens a share at the place where it was left, or at the beginning.
  public func open(_ slug: String) async throws(ClientError) -> OpenShare { try await open(slug, at: nil) }

  /// Fetches the audio of a whole track of a share.
  public func track(_ index: Int, of share: OpenShare) async throws(ClientError) -> Data {
    try await track(index, of: share, range: nil)
  }
}

/// A share that was opened.
public struct OpenShare: Sendable, Hashable {
  /// The last part of the link, which names the share.
  public let slug: String
  /// The server's description of the share, as it was sent.
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
    try await client.send(bytes(.shelfSharesTrack, share, ["track", .id(String(index))], .audio).part(range))
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
