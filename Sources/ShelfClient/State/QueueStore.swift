public import Foundation
public import MediaCore

/// The listening queue of one account: the newest episodes as last seen, without those the user removed. Removing is local:
/// the server's delete would remove an episode for everybody.
public actor QueueStore {
  /// The queue as it is kept.
  public struct Queue: Sendable, Hashable, Codable {
    public var entries: [QueueEntry] = []
    /// Ids of episodes that were removed here.
    public var removed: Set<String> = []
    public var asOf: Date?

    /// What to show.
    public var visible: [QueueEntry] { entries.filter { !removed.contains($0.id.description) } }
  }

  private let client: ServiceClient
  private let blobs: BlobStore
  private var account: String?
  private var queue = Queue()

  public init(client: ServiceClient) {
    self.client = client
    blobs = BlobStore(files: client.environment.files, folder: "shelf") { client.report(.storage($0)) }
  }

  /// The queue of whoever is signed in, from what is kept: no network.
  public func current() async throws(ClientError) -> Queue {
    try await load()
    return queue
  }

  /// Whose queue this is.
  /// - Throws: `signedOut`.
  public func owner() async throws(ClientError) -> String? {
    try await load()
    return account
  }

  /// Puts what the server said in the place of what was there. Removed episodes stay removed while the server lists them.
  /// - Parameter owner: for whom the server said it; whoever is signed in when nil.
  /// - Throws: `signedOut` with the detail `accountChanged` when somebody else is signed in by now.
  public func replace(
    _ entries: [QueueEntry], asOf: Date, of owner: String? = nil
  ) async throws(ClientError) -> Queue {
    try await load()
    guard owner == nil || owner == account else {
      throw ClientError(.signedOut, operation: "shelf.queue", detail: ClientError.Detail.accountChanged)
    }
    queue.entries = entries
    queue.asOf = asOf
    queue.removed.formIntersection(entries.map(\.id.description))
    save()
    return queue
  }

  /// Changes the rows that are there, in one step.
  public func update(_ change: @Sendable ([QueueEntry]) -> [QueueEntry]) async throws(ClientError) -> Queue {
    try await load()
    queue.entries = change(queue.entries)
    save()
    return queue
  }

  /// Takes an episode off the queue on this device.
  public func remove(_ id: PlayableID) async throws(ClientError) -> Queue {
    try await load()
    queue.removed.insert(id.description)
    save()
    return queue
  }

  /// Takes back what ``remove(_:)`` did.
  public func restore(_ id: PlayableID) async throws(ClientError) -> Queue {
    try await load()
    queue.removed.remove(id.description)
    save()
    return queue
  }

  private func load() async throws(ClientError) {
    let current: String
    switch try await client.session.status() {
    case .signedIn(let id, _), .expired(let id, _): current = id
    case .signedOut: throw ClientError(.signedOut, operation: "shelf.queue")
    }
    guard account != current else { return }
    queue = try blobs.read(Queue.self, name(of: current)) ?? Queue()
    account = current
  }

  private func save() {
    guard let account else { return }
    do throws(ClientError) { try blobs.write(queue, name(of: account)) } catch { client.report(.storage(error)) }
  }

  private func name(of account: String) -> String { "queue/\(client.address.key)/\(account)" }
}

/// One row of the queue.
public struct QueueEntry: Sendable, Hashable, Codable, Identifiable {
  public var id: PlayableID
  public var title: String
  /// The podcast's name or the book's author.
  public var author: String
  public var coverURL: URL?
  /// Seconds.
  public var duration: Double?
  public var publishedAt: Date?
  /// Nil when it was never played.
  public var progress: KnownProgress?

  public init(
    id: PlayableID, title: String, author: String = "", coverURL: URL? = nil, duration: Double? = nil,
    publishedAt: Date? = nil, progress: KnownProgress? = nil
  ) {
    self.id = id
    self.title = title
    self.author = author
    self.coverURL = coverURL
    self.duration = duration
    self.publishedAt = publishedAt
    self.progress = progress
  }
}
