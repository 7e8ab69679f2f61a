import Foundation
import ShelfClient

/// A media role that ignores cancellation: its pictures and streams come when a test releases them.
final class LingeringMedia: MediaAPI {
  private let base: any MediaAPI
  /// Holds back the pictures, named `picture1`, `picture2` and so on, after the server has sent them.
  let pictures = LateGate()
  let pictureCount = Locked(0)
  /// Holds back the streams, named `stream1`, `stream2` and so on, before they are requested, and their first piece, `pieces1` and so on.
  let streams = LateGate()
  let streamCount = Locked(0)
  /// The number of streams that have ended.
  let endedCount = Locked(0)

  init(_ base: any MediaAPI) { self.base = base }

  private func next(_ count: Locked<Int>) -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }

  func picture(_ artwork: Artwork, unless version: FileVersion?) async throws(ClientError) -> ArtworkAnswer {
    let number = next(pictureCount)
    let answer = try await base.picture(artwork, unless: version)
    await pictures.pass("picture\(number)")
    return answer
  }

  func coverURL(of item: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL {
    try await base.coverURL(of: item, width: width, updatedAt: updatedAt)
  }
  func url(of artwork: Artwork) async throws(ClientError) -> URL { try await base.url(of: artwork) }
  func stream(
    _ file: RemoteFile, range: Range<Int>?, of version: FileVersion?,
    receive: @escaping @Sendable (FilePiece) async throws -> Void
  ) async throws(ClientError) -> FileHead {
    let number = next(streamCount)
    await streams.pass("stream\(number)")
    let base = base
    // A separate task continues when the caller is cancelled.
    let outcome = await Task { [streams] () -> Result<FileHead, ClientError> in
      do throws(ClientError) {
        return .success(
          try await base.stream(file, range: range, of: version) { piece in
            await streams.pass("pieces\(number)")
            try await receive(piece)
          })
      } catch {
        return .failure(error)
      }
    }.value
    endedCount.withLock { $0 += 1 }
    return try outcome.get()
  }
  func streamURL(of track: AudioTrack, in session: PlaybackSession) async throws(ClientError) -> URL {
    try await base.streamURL(of: track, in: session)
  }
  func cover(of item: String, width: Int?) async throws(ClientError) -> Data {
    try await base.cover(of: item, width: width)
  }
  func file(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await base.file(ino, of: item, range: range)
  }
  func download(_ ino: String, of item: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await base.download(ino, of: item, range: range)
  }
  func download(_ item: String) async throws(ClientError) -> Data { try await base.download(item) }
  func download(_ items: [String], from library: String) async throws(ClientError) -> Data {
    try await base.download(items, from: library)
  }
  func ebook(of item: String, ino: String?, range: Range<Int>?) async throws(ClientError) -> Data {
    try await base.ebook(of: item, ino: ino, range: range)
  }
  func track(_ index: Int, of session: String, range: Range<Int>?) async throws(ClientError) -> Data {
    try await base.track(index, of: session, range: range)
  }
  func playlist(of session: String) async throws(ClientError) -> String { try await base.playlist(of: session) }
  func segment(_ name: String, of session: String) async throws(ClientError) -> Data {
    try await base.segment(name, of: session)
  }
}
