public import Foundation
public import MediaCore

/// Covers, audio and files. A URL of this role needs no token: it goes on working when the token is replaced, can be
/// handed to a player or an image view, and holds no secret.
public protocol MediaAPI: Sendable {
  /// `GET /api/items/{id}/cover`. Add the item's `updatedAt`, so that a changed cover has another address.
  func coverURL(of item: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL
  /// The audio of an open session, track by track: `GET /public/session/{id}/track/{index}`, or the HLS playlist when the
  /// server transcodes. Ends with the session.
  func streamURL(of track: AudioTrack, in session: PlaybackSession) async throws(ClientError) -> URL
  /// `GET /api/items/{id}/cover`: the picture itself, as JPEG.
  /// - Throws: `notFound` without a cover.
  func cover(of item: String, width: Int?) async throws(ClientError) -> Data
  /// `GET /api/items/{item}/file/{ino}`: a file or a part of it, with the account's token, renewed when it has run out.
  /// - Parameter range: bytes; nil for all of it, at most 512 MB.
  /// - Throws: `notFound`, `forbidden`.
  func file(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data
  /// `GET /api/items/{item}/file/{ino}/download`: the same for keeping.
  /// - Throws: `forbidden` without the permission to download.
  func download(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data
  /// `GET /api/items/{item}/download`: the single file of an item, or a zip of all; no resuming, so not for large books.
  /// - Throws: `forbidden` without the permission to download.
  func download(_ item: String) async throws(ClientError) -> Data
  /// `GET /api/libraries/{library}/download`: a zip of several items.
  func download(_ items: [String], from library: String) async throws(ClientError) -> Data
  /// `GET /api/items/{item}/ebook/{ino?}`: the ebook of an item.
  /// - Parameter ino: a supplementary one; nil for the primary.
  /// - Throws: `notFound` without an ebook, `invalidRequest` for a file that is none.
  func ebook(of item: String, ino: String?, range: Range<Int>?) async throws(ClientError) -> Data
  /// `GET /public/session/{session}/track/{index}`: the audio of an open session, without a token.
  /// - Throws: `notFound` when the session is not open.
  func track(_ index: Int, of session: String, range: Range<Int>?) async throws(ClientError) -> Data
  /// `GET /hls/{session}/output.m3u8`: the playlist of a session that is transcoded. Its addresses are relative to its own.
  func playlist(of session: String) async throws(ClientError) -> String
  /// `GET /hls/{session}/{name}`: a segment of that playlist, such as `output-0.ts`. Needs no token.
  /// - Throws: `notFound` while the server has not made it yet: ask again.
  func segment(_ name: String, of session: String) async throws(ClientError) -> Data
}

extension MediaAPI {
  /// A whole file.
  public func file(_ ino: String, of item: String) async throws(ClientError) -> Data {
    try await file(ino, of: item, range: nil)
  }

  /// The primary ebook.
  public func ebook(of item: String) async throws(ClientError) -> Data {
    try await ebook(of: item, ino: nil, range: nil)
  }
}

struct LiveMediaAPI: MediaAPI {
  let client: ServiceClient

  func coverURL(of item: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL {
    try await client.url(picture(item, width, updatedAt))
  }

  func streamURL(of track: AudioTrack, in session: PlaybackSession) async throws(ClientError) -> URL {
    guard let hls = track.contentUrl, hls.hasPrefix("/hls/") else {
      return try await client.url(audio(track.index ?? 1, of: session.id, range: nil))
    }
    // Two parts, as the server writes it; anything else does not come from it.
    let parts = hls.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw ClientError(.invalidRequest, operation: "shelf.media.segment", detail: ClientError.Detail.badIdentifier)
    }
    return try await client.url(hlsSegment(parts[1], of: parts[0]))
  }

  func cover(of item: String, width: Int?) async throws(ClientError) -> Data {
    try await client.send(picture(item, width))
  }

  func file(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await client.send(
      .bytes("shelf.media.file", path: ["api", "items", .id(item), "file", .id(ino)], range: range))
  }

  func download(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await client.send(
      .bytes(
        "shelf.media.downloadFile", path: ["api", "items", .id(item), "file", .id(ino), "download"], range: range))
  }

  func download(_ item: String) async throws(ClientError) -> Data {
    try await client.send(.bytes("shelf.media.downloadItem", path: ["api", "items", .id(item), "download"]))
  }

  func download(_ items: [String], from library: String) async throws(ClientError) -> Data {
    try WireID.check(items, operation: "shelf.media.downloadItems")
    return try await client.send(
      .bytes(
        "shelf.media.downloadItems", path: ["api", "libraries", .id(library), "download"],
        query: ["ids": items.joined(separator: ",")]))
  }

  func ebook(of item: String, ino: String?, range: Range<Int>?) async throws(ClientError) -> Data {
    try await client.send(
      .bytes(
        "shelf.media.ebook", path: ["api", "items", .id(item), "ebook"] + (ino.map { [.id($0)] } ?? []), range: range))
  }

  func track(_ index: Int, of session: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await client.send(audio(index, of: session, range: range))
  }

  func playlist(of session: String) async throws(ClientError) -> String {
    try await client.send(
      Endpoint<Data>.bytes("shelf.media.playlist", path: ["hls", .id(session), "output.m3u8"], credentials: .none)
        .map { data in
          let text = String(decoding: data, as: UTF8.self)
          guard text.hasPrefix("#EXTM3U") else {
            throw ClientError(.undecodable, operation: "shelf.media.playlist", detail: "noPlaylist")
          }
          return text
        })
  }

  func segment(_ name: String, of session: String) async throws(ClientError) -> Data {
    try await client.send(hlsSegment(name, of: session))
  }

  private func picture(_ item: String, _ width: Int?, _ updatedAt: Date? = nil) -> Endpoint<Data> {
    .picture("shelf.media.cover", path: ["api", "items", .id(item), "cover"], width: width, updatedAt: updatedAt)
  }

  private func audio(_ index: Int, of session: String, range: Range<Int>?) -> Endpoint<Data> {
    .bytes(
      "shelf.media.track", path: ["public", "session", .id(session), "track", .id(String(index))], range: range,
      credentials: .none)
  }

  private func hlsSegment(_ name: String, of session: String) -> Endpoint<Data> {
    .bytes("shelf.media.segment", path: ["hls", .id(session), .id(name)], credentials: .none)
  }
}
