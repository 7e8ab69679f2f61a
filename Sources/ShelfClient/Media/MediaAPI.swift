public import Foundation
public import MediaCore

/// Fetches covers, audio and other files. The URLs that these methods return need no token: they stay valid when the token is replaced, can
/// be passed to a player or an image view, and contain no secret. The exception is ``streamURL(of:in:)``: for old servers, its URL contains
/// the account's token.
///
/// Methods that return `Data` hold the whole response in memory. A response of more than 64 MB fails with `undecodable` and the detail
/// `tooLarge`. ``stream(_:range:of:receive:)`` delivers a file of any size in pieces, and ``ShelfService/downloads`` stores books and
/// episodes on this device.
public protocol MediaAPI: Sendable {
  /// Returns the address of a cover (`GET /api/items/{id}/cover`). Pass the item's `updatedAt`, so that a changed cover has another
  /// address.
  func coverURL(of item: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL
  /// Returns the address of a picture. The address includes ``Artwork/updatedAt``, so that a changed picture has another address.
  func url(of artwork: Artwork) async throws(ClientError) -> URL
  /// Fetches a picture, unless the picture still has the version `version`. Audiobookshelf itself sends pictures without an entity tag and
  /// without a date, so this check works only behind a proxy that adds a tag or a date. Without such a proxy, a changed picture has another
  /// ``Artwork/updatedAt`` and is fetched from another address.
  /// - Throws: `notFound` if there is no such picture.
  func picture(_ artwork: Artwork, unless version: FileVersion?) async throws(ClientError) -> ArtworkAnswer
  /// Delivers a file, or a range of its bytes, in pieces, so that the memory used does not depend on the file's size.
  /// - Parameters:
  ///   - range: the bytes to request; if nil, the whole file. A server or proxy without support for ranges sends the whole file: see
  ///     ``FileHead/range``.
  ///   - version: the version of the file that `range` refers to (`If-Range`). If the file has changed, the whole file is sent. If the
  ///     version has only a weak entity tag, no `If-Range` is sent: compare ``FileHead/version`` instead.
  ///   - receive: called once with the header of a successful response and then with the bytes. The next piece is delivered after `receive`
  ///     has returned. A `ClientError` that `receive` throws ends the call with that error.
  /// - Throws: `notFound`, `forbidden`; `invalidRequest` with the status 416 for a range behind the end of the file; `wrongServer` if the
  ///   response is a web page or a message in place of a track, an ebook or an archive; `undecodable` for an empty response; `unreachable`
  ///   for a response that ends before its announced length. Some bytes may have been delivered before the error.
  func stream(
    _ file: RemoteFile, range: Range<Int>?, of version: FileVersion?,
    receive: @escaping @Sendable (FilePiece) async throws -> Void
  ) async throws(ClientError) -> FileHead
  /// Returns the address of a track's audio in an open session (`GET /public/session/{id}/track/{index}`), or of the HLS playlist if the
  /// server transcodes. The address is valid until the session is closed.
  ///
  /// Servers before 2.22 lack this route, and servers before 2.26.3 lack it for episodes. For such a server, this method returns the
  /// address of `GET /api/items/{item}/file/{ino}`, or of the playlist, with the account's token in the query. Pass such an address to the
  /// player only, since it contains a credential.
  /// - Throws: `unsupported` with ``ShelfDetail/serverTooOld`` if such a server does not send the number of the track's file.
  func streamURL(of track: AudioTrack, in session: PlaybackSession) async throws(ClientError) -> URL
  /// Fetches the cover of an item as JPEG (`GET /api/items/{id}/cover`).
  /// - Throws: `notFound` if the item has no cover.
  func cover(of item: String, width: Int?) async throws(ClientError) -> Data
  /// Fetches a file of an item, or a range of its bytes (`GET /api/items/{item}/file/{ino}`). The request carries the account's token,
  /// which is renewed if it has expired.
  /// - Parameter range: the bytes to request, at least one; if nil, the whole file, which may have at most 64 MB.
  /// - Throws: `notFound`, `forbidden`, `invalidRequest` for a range that no file can have.
  func file(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches a file of an item for storing it on this device (`GET /api/items/{item}/file/{ino}/download`).
  /// - Throws: `forbidden` if the account lacks ``UserPermissions/download``.
  func download(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches the only file of an item, or a ZIP archive if the item has several files (`GET /api/items/{item}/download`). An interrupted
  /// download cannot be resumed, so do not use this method for large books.
  /// - Throws: `forbidden` if the account lacks ``UserPermissions/download``.
  func download(_ item: String) async throws(ClientError) -> Data
  /// Fetches a ZIP archive of several items of one library (`GET /api/libraries/{library}/download`).
  func download(_ items: [String], from library: String) async throws(ClientError) -> Data
  /// Fetches an ebook of an item (`GET /api/items/{item}/ebook/{ino?}`).
  /// - Parameter ino: the ``LibraryFile/ino`` of a supplementary ebook; if nil, the primary ebook.
  /// - Throws: `notFound` if the item has no ebook, `invalidRequest` for a file that is not an ebook.
  func ebook(of item: String, ino: String?, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches the audio of a track in an open session (`GET /public/session/{session}/track/{index}`). Needs no token.
  /// - Throws: `notFound` if the session is not open.
  func track(_ index: Int, of session: String, range: Range<Int>?) async throws(ClientError) -> Data
  /// Fetches the HLS playlist of a session that the server transcodes (`GET /hls/{session}/output.m3u8`). The addresses in the playlist are
  /// relative to the playlist's own address.
  func playlist(of session: String) async throws(ClientError) -> String
  /// Fetches a segment of the HLS playlist of a transcoded session, such as `output-0.ts` (`GET /hls/{session}/{name}`). Needs no token.
  /// - Throws: `notFound` if the server has not transcoded the segment yet: call the method again later.
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
    if let named = track.namedFile { return try .file(.file(named.ino, item: named.item)) }
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
