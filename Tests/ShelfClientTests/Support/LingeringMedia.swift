import Foundation
import ShelfClient

/// A media role that ignores cancellation: its pictures and streams come when a test releases them.
final class LingeringMedia: MediaAPI {
  private let base: any MediaAPI
  private let isHeld = Locked(false)
  /// Holds back the streams, named `stream1`, `stream2` and so on.
  let streams = LateGate()
  let streamCount = Locked(0)
  private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])

  init(_ base: any MediaAPI) { self.base = base }

  var isHolding: Bool { waiting.withLock { !$0.isEmpty } }

  func hold() { isHeld.withLock { $0 = true } }

  func letGo() {
    isHeld.withLock { $0 = false }
    let waiters = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    waiters.forEach { $0.resume() }
  }

  func picture(_ artwork: Artwork, unless version: FileVersion?) async throws(ClientError) -> ArtworkAnswer {
    if isHeld.withLock({ $0 }) {
      await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
      return ArtworkAnswer(data: Data([0xFF, 0xD8, 9]), version: FileVersion())
    }
    return try await base.picture(artwork, unless: version)
  }

  func coverURL(of item: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL {
    try await base.coverURL(of: item, width: width, updatedAt: updatedAt)
  }
  func url(of artwork: Artwork) async throws(ClientError) -> URL { try await base.url(of: artwork) }
  func stream(
    _ file: RemoteFile, range: Range<Int>?, of version: FileVersion?,
    receive: @escaping @Sendable (FilePiece) async throws -> Void
  ) async throws(ClientError) -> FileHead {
    let number = streamCount.withLock { count in
      count += 1
      return count
    }
    await streams.pass("stream\(number)")
    return try await base.stream(file, range: range, of: version, receive: receive)
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
