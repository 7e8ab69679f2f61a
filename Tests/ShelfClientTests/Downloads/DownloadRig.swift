import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// A server with small files, and a store that fetches them in small steps.
struct DownloadRig: Sendable {
  let rig: ShelfRig
  let transport: any Transport
  let shelf: ShelfService
  let book: PlayableID

  static let rangeSize = 200

  static var world: ShelfWorld {
    var world = ShelfWorld.empty()
    let books = world.addBookLibrary(name: "Audiobooks")
    let podcasts = world.addPodcastLibrary(name: "Podcasts")
    // The three files have 733, 493 and 573 bytes.
    world.addBook(in: books, title: "Tiny", authors: ["Ada Small"], tracks: [0.05, 0.02, 0.03])
    for number in 1...4 { world.addBook(in: books, title: "Book \(number)", tracks: [0.05]) }
    world.addPodcast(
      in: podcasts, title: "Short",
      episodes: [.init(title: "One", duration: 0.04), .init(title: "Two", duration: 0.06)])
    world.addUser("ada", password: "correct horse", type: .root)
    world.addUser("linus", password: "staple battery", canDownload: false)
    return world
  }

  /// - Parameter change: handles requests between the client and the server.
  init(
    instant: Bool = true, as user: String? = "ada", world: ShelfWorld = Self.world, book: String = "Tiny",
    _ change: (@Sendable (_ request: HTTPRequest, _ server: any Transport) async throws -> HTTPResponse)? = nil
  ) async throws {
    rig = try await ShelfRig(instant: instant, world: world, as: user)
    let network = rig.network
    transport = change.map { change in ClosureTransport { try await change($0, network) } } ?? network
    shelf = try await Self.service(rig.environment.relaunched(), transport)
    self.book = try rig.book(book)
  }

  static func service(_ environment: ClientEnvironment, _ transport: any Transport) async throws -> ShelfService {
    let shelf = ShelfService(server: .fake, transport: transport, environment: environment)
    await shelf.downloads.setSizes(range: rangeSize, block: 64)
    return shelf
  }

  /// A new service on the same files, as after a relaunch of the app.
  func relaunched(_ transport: (any Transport)? = nil) async throws -> ShelfService {
    try await Self.service(rig.environment.relaunched(), transport ?? self.transport)
  }

  /// A new service on the same files, in a process that a test can end: otherwise work still under way in it, such as a retry after its
  /// first answer, would change the files of the next process.
  func mortal(_ transport: any Transport) async throws -> (shelf: ShelfService, files: MortalFiles) {
    var environment = rig.environment.relaunched()
    let files = MortalFiles(rig.files)
    environment.files = files
    return (try await Self.service(environment, transport), files)
  }

  func book(_ number: Int) throws -> PlayableID { try rig.book("Book \(number)") }

  func inos(of id: PlayableID) async throws -> [String] {
    try await rig.shelf.items.item(id.libraryItemId).media.book?.tracks?.compactMap(\.ino) ?? []
  }

  /// The files of `id` on the server.
  func served(_ id: PlayableID) async throws -> [Data] {
    var files: [Data] = []
    for ino in try await inos(of: id) { files.append(try await rig.shelf.media.file(ino, of: id.libraryItemId)) }
    return files
  }

  /// The files of `id` on the device; nil while it is not complete.
  func kept(_ id: PlayableID, by shelf: ShelfService? = nil) async -> [Data]? {
    await (shelf ?? self.shelf).downloads.localTracks(of: id)?.map { track in
      let path = track.contentUrl.flatMap(URL.init(string:))?.path ?? ""
      return rig.files.contents[String(path.dropFirst("/memory/".count))] ?? Data()
    }
  }

  func phase(_ id: PlayableID, by shelf: ShelfService? = nil) async throws -> LocalDownload.Phase? {
    try await (shelf ?? self.shelf).downloads.download(of: id)?.phase
  }

  /// Names of files of downloads on the device, without the pages of their items.
  var fileNames: [String] { allNames.filter { $0.contains(".") } }

  /// The path of one file of a download, which has an extension, unlike pages.
  var firstFile: String? {
    rig.files.contents.keys.first { path in
      path.contains("/downloads/") && path.split(separator: "/").last?.contains(".") == true
    }
  }

  /// Names of the kept pages of downloaded items.
  var pageNames: [String] { allNames.filter { !$0.contains(".") } }

  private var allNames: [String] {
    rig.files.contents.keys.filter { $0.contains("/downloads/") }.compactMap {
      $0.split(separator: "/").last.map(String.init)
    }
    .sorted()
  }
}

extension HTTPRequest {
  /// The first byte of the requested range.
  var rangeStart: Int? {
    fields["Range"]?.split(separator: "=").last?.split(separator: "-").first.flatMap { Int($0) }
  }
}

/// Files of a process that dies after a number of bytes: the last block is written in part, and then nothing more.
final class MortalFiles: FileSystem {
  private let base: MemoryFileSystem
  private let left: Locked<Int>

  init(_ base: MemoryFileSystem, diesAfter bytes: Int = .max) {
    self.base = base
    left = Locked(bytes)
  }

  var isDead: Bool { left.withLock { $0 < 0 } }

  func die() { left.withLock { $0 = -1 } }

  private static let death = FileSystemError.other(code: 5)

  private func check() throws { if isDead { throw Self.death } }

  /// - Returns: the bytes that are still written.
  private func spend(_ count: Int) -> Int {
    left.withLock { left in
      guard left >= 0 else { return 0 }
      defer { left = count > left ? -1 : left - count }
      return min(count, left)
    }
  }

  func read(_ path: String) throws -> Data? {
    try check()
    return try base.read(path)
  }

  func replace(_ path: String, with data: Data) throws {
    guard spend(data.count) == data.count, !isDead else { throw Self.death }
    try base.replace(path, with: data)
  }

  func append(_ data: Data, to path: String) throws {
    let written = spend(data.count)
    if written > 0 { try base.append(data.prefix(written), to: path) }
    try check()
  }

  func truncate(_ path: String, to length: Int) throws {
    guard spend(1) == 1 else { throw Self.death }
    try base.truncate(path, to: length)
  }

  func move(_ path: String, to destination: String) throws {
    guard spend(1) == 1 else { throw Self.death }
    try base.move(path, to: destination)
  }

  func remove(_ path: String) throws {
    guard spend(1) == 1 else { throw Self.death }
    try base.remove(path)
  }

  func list(_ folder: String) throws -> [String] {
    try check()
    return try base.list(folder)
  }

  func url(of path: String) -> URL? { base.url(of: path) }
}

/// Delivers downloads in small pieces, and fails for good after a number of bytes.
final class MortalTransport: Transport {
  private let base: any Transport
  private let left: Locked<Int>

  init(_ base: any Transport, diesAfter bytes: Int) {
    self.base = base
    left = Locked(bytes)
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await base.send(request) }

  func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    if left.withLock({ $0 <= 0 }) { throw TransportFailure.unreachable(.refused) }
    var response = try await base.send(request)
    var rest = response.body[...]
    response.body = Data()
    try await receive(.head(response))
    while !rest.isEmpty {
      let size = left.withLock { [count = rest.count] left in
        let size = min(30, left, count)
        left -= size
        return size
      }
      guard size > 0 else { throw TransportFailure.unreachable(.connectionLost) }
      try await receive(.bytes(Data(rest.prefix(size))))
      rest = rest.dropFirst(size)
    }
    return response
  }
}
