public import Foundation
public import MediaCore

/// Covers, audio and files. A URL from this role needs no token: it still works after the token is replaced, can be passed to a player
/// or an image view, and contains no secret. ``streamURL(of:in:)`` is different for old servers.
///
/// Calls that return `Data` hold all of it in memory and refuse more than 64 MB with `undecodable` and the detail `tooLarge`;
/// ``stream(_:range:of:receive:)`` delivers any file piece by piece, and ``ShelfService/downloads`` keeps books and episodes.
public protocol MediaAPI: Sendable {
  /// Returns the address of a cover (`GET /api/items/{id}/cover`). Add the item's `updatedAt`, so that a changed cover has another
  /// address.
  func coverURL(of item: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL
  /// Returns the address of a picture, which includes its version: a changed picture has another address.
  func url(of artwork: Artwork) async throws(ClientError) -> URL
  /// Fetches a picture, unless `version` is still current. Audiobookshelf itself sends covers without a version, so only a proxy's version
  /// can be used; normally ``Artwork/updatedAt`` in the address distinguishes versions.
  /// - Throws: `notFound` without a picture.
  func picture(_ artwork: Artwork, unless version: FileVersion?) async throws(ClientError) -> ArtworkAnswer
  /// Delivers a file, or a part of it, piece by piece: memory does not grow with the size.
  /// - Parameters:
  ///   - range: the wanted bytes. A server or proxy without ranges sends the whole file: see ``FileHead/range``.
  ///   - version: the version that the part has to belong to (`If-Range`). A changed file is sent whole; if the version is only a weak tag,
  ///     the change shows only in the head.
  ///   - receive: called with the head of a successful answer and then with its bytes. The next piece comes after `receive` has returned; a
  ///     `ClientError` that it throws ends the call with that error.
  /// - Throws: `notFound`, `forbidden`; `invalidRequest` with the status 416 for a range behind the end of the file; `wrongServer` for a
  ///   page or a message in place of a track, an ebook or an archive; `undecodable` for an answer without a byte; `unreachable` for an
  ///   answer that ends before its announced length. The last bytes may have been delivered by then.
  func stream(
    _ file: RemoteFile, range: Range<Int>?, of version: FileVersion?,
    receive: @escaping @Sendable (FilePiece) async throws -> Void
  ) async throws(ClientError) -> FileHead
  /// Returns the address of a track's audio in an open session (`GET /public/session/{id}/track/{index}`), or of the HLS playlist when the
  /// server transcodes. The address ends with the session.
  ///
  /// Servers before 2.22, and for episodes servers before 2.26.3, have no such route. Their address is `GET /api/items/{item}/file/{ino}`
  /// (or the playlist) with the account's token in the query. Pass such an address to the player only: it is a credential.
  /// - Throws: `unsupported` with ``ShelfDetail/serverTooOld`` when such a server does not say which file the track is.
  func streamURL(of track: AudioTrack, in session: PlaybackSession) async throws(ClientError) -> URL
  /// Fetches the cover of an item as JPEG (`GET /api/items/{id}/cover`).
  /// - Throws: `notFound` without a cover.
  func cover(of item: String, width: Int?) async throws(ClientError) -> Data
  /// Fetches a file of an item, or a part of it (`GET /api/items/{item}/file/{ino}`), with the account's token, which is renewed when it
  /// has expired.
  /// - Parameter range: bytes, one at least; nil for the whole file, at most 64 MB.
  /// - Throws: `notFound`, `forbidden`, `invalidRequest` for a range that no file has.
  func file(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches a file to keep (`GET /api/items/{item}/file/{ino}/download`).
  /// - Throws: `forbidden` without the permission to download.
  func download(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches the single file of an item, or a zip of all its files (`GET /api/items/{item}/download`). A lost download cannot be resumed,
  /// so do not use this for large books.
  /// - Throws: `forbidden` without the permission to download.
  func download(_ item: String) async throws(ClientError) -> Data
  /// Fetches a zip of several items (`GET /api/libraries/{library}/download`).
  func download(_ items: [String], from library: String) async throws(ClientError) -> Data
  /// Fetches the ebook of an item (`GET /api/items/{item}/ebook/{ino?}`).
  /// - Parameter ino: the number of a supplementary ebook; nil for the primary one.
  /// - Throws: `notFound` without an ebook, `invalidRequest` for a file that is no ebook.
  func ebook(of item: String, ino: String?, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches the audio of an open session, without a token (`GET /public/session/{session}/track/{index}`).
  /// - Throws: `notFound` when the session is not open.
  func track(_ index: Int, of session: String, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches the playlist of a session that is transcoded (`GET /hls/{session}/output.m3u8`). The addresses in it are relative to the
  /// playlist's own.
  func playlist(of session: String) async throws(ClientError) -> String
  /// Fetches a segment of a transcoded session's playlist, such as `output-0.ts` (`GET /hls/{session}/{name}`). Needs no token.
  /// - Throws: `notFound` while the server has not made the segment yet: ask again.
  func segment(_ name: String, of session: String) async throws(ClientError) -> Data
}

extension MediaAPI {
  /// Fetches a whole file of an item.
  public func file(_ ino: String, of item: String) async throws(ClientError) -> Data {
    try await file(ino, of: item, range: nil)
  }

  /// Fetches the primary ebook of an item.
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
    let can = ShelfCapabilities.of(session.serverVersion.flatMap(ServerVersion.init))
    guard let hls = track.contentUrl, hls.hasPrefix("/hls/") else {
      if !can.contains(session.episodeId == nil ? .openTracks : .openEpisodeTracks) {
        return try await client.url(plainFile(of: track, in: session), withTokenAs: "token")
      }
      return try await client.url(.file(.track(number(of: track, in: session), session: session.id)))
    }
    // The server's HLS addresses have two parts; refuse others.
    let parts = hls.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw ClientError(.invalidRequest, operation: .shelfMediaSegment, detail: ClientError.Detail.badIdentifier)
    }
    let list = hlsSegment(parts[1], of: parts[0])
    if !can.contains(.openTracks) { return try await client.url(list, withTokenAs: "token") }
    return try await client.url(list)
  }

  /// The track's own number if no other track has it, else its place in playing order.
  private func number(of track: AudioTrack, in session: PlaybackSession) -> Int {
    let tracks = session.audioTracks ?? []
    let ordered = tracks.inPlayingOrder()
    // `inPlayingOrder()` may have renumbered the caller's track: look for the track with its number first, then without it.
    let place =
      ordered.firstIndex(of: track)
      ?? ordered.firstIndex { candidate in with(candidate) { $0.index = track.index } == track }
    return place.flatMap { ordered[$0].index } ?? track.index ?? 1
  }

  /// The file that a track plays, for servers without a route for it that needs no token.
  private func plainFile(of track: AudioTrack, in session: PlaybackSession) throws(ClientError) -> Endpoint<Data> {
    let parts = (track.contentUrl ?? "").split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
    if parts.count == 5, parts.starts(with: ["api", "items"]), parts[3] == "file" {
      return try .file(.file(parts[4], item: parts[2]))
    }
    guard let ino = track.ino, let item = session.libraryItemId else {
      throw ClientError(.unsupported, operation: .shelfMediaTrack, detail: ShelfDetail.serverTooOld)
    }
    return try .file(.file(ino, item: item))
  }

  func cover(of item: String, width: Int?) async throws(ClientError) -> Data {
    try await client.send(picture(item, width))
  }

  func url(of artwork: Artwork) async throws(ClientError) -> URL { try await client.url(.artwork(artwork)) }

  func picture(_ artwork: Artwork, unless version: FileVersion?) async throws(ClientError) -> ArtworkAnswer {
    let picture = Endpoint.artwork(artwork)
    var endpoint = Endpoint<ArtworkAnswer>(
      picture.operation, path: picture.path, query: picture.query, fields: picture.fields, traits: picture.traits
    ) { response, _ in
      ArtworkAnswer(
        data: try FileContent.picture.checked(response, picture.operation), version: FileVersion(response))
    }
    endpoint.fields["If-None-Match"] = version?.entityTag
    if version?.entityTag == nil { endpoint.fields["If-Modified-Since"] = version?.lastModified }
    do throws(ClientError) { return try await client.send(endpoint) } catch {
      guard let version, error.status == 304 else { throw error }
      return ArtworkAnswer(data: nil, version: version)
    }
  }

  func stream(
    _ file: RemoteFile, range: Range<Int>?, of version: FileVersion?,
    receive: @escaping @Sendable (FilePiece) async throws -> Void
  ) async throws(ClientError) -> FileHead {
    let part = try Endpoint.file(file).part(range)
    let operation = part.operation
    let content = file.content
    var endpoint = Endpoint<FileHead>(
      operation, path: part.path, query: part.query, fields: part.fields, traits: part.traits
    ) { response, _ in try FileHead(response, operation: operation) }
    if range != nil { endpoint.fields["If-Range"] = version?.ifRange }
    endpoint.traits.isRepeatable = false
    endpoint.traits.deadline = .seconds(12 * 3600)
    endpoint.traits.maximumResponseBytes = .max
    let check = StreamCheck(content, operation)
    let head = try await client.download(endpoint) { piece in
      switch piece {
      case .head(let response): try await receive(.head(try check.begin(response)))
      case .bytes(let bytes): if let bytes = try check.add(bytes) { try await receive(.bytes(bytes)) }
      }
    }
    if let rest = try check.end() {
      do { try await receive(.bytes(rest)) } catch let error as ClientError { throw error } catch {
        if Task.isCancelled { throw .cancelled(operation) }
        throw ClientError(.unreachable, operation: operation, detail: TransportFailure.Reach.unknown.rawValue)
      }
    }
    return head
  }

  func file(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await client.send(Endpoint.file(.file(ino, item: item)).part(range))
  }

  func download(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await client.send(Endpoint.file(.download(ino, item: item)).part(range))
  }

  func download(_ item: String) async throws(ClientError) -> Data { try await client.send(.file(.item(item))) }

  func download(_ items: [String], from library: String) async throws(ClientError) -> Data {
    try await client.send(.file(.items(items, library: library)))
  }

  func ebook(of item: String, ino: String?, range: Range<Int>?) async throws(ClientError) -> Data {
    try await client.send(Endpoint.file(.ebook(item: item, ino: ino)).part(range))
  }

  func track(_ index: Int, of session: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await client.send(Endpoint.file(.track(index, session: session)).part(range))
  }

  func playlist(of session: String) async throws(ClientError) -> String {
    try await client.send(
      Endpoint<Data>.bytes(.shelfMediaPlaylist, path: ["hls", .id(session), "output.m3u8"], credentials: .optional)
        .map { data in
          let text = String(decoding: data, as: UTF8.self)
          guard text.hasPrefix("#EXTM3U") else {
            throw ClientError(.undecodable, operation: .shelfMediaPlaylist, detail: "noPlaylist")
          }
          return text
        })
  }

  func segment(_ name: String, of session: String) async throws(ClientError) -> Data {
    try await client.send(hlsSegment(name, of: session))
  }

  private func picture(_ item: String, _ width: Int?, _ updatedAt: Date? = nil) -> Endpoint<Data> {
    .artwork(Artwork(.item(item), updatedAt: updatedAt, width: width))
  }

  private func hlsSegment(_ name: String, of session: String) -> Endpoint<Data> {
    .bytes(.shelfMediaSegment, path: ["hls", .id(session), .id(name)], credentials: .none, content: .audio)
  }
}
