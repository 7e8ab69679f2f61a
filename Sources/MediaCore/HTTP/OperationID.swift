/// The name of an operation, such as the request `shelf.playback.sync`. Retries, caches, logs, errors and test doubles identify requests by
/// this name, and never by URLs.
///
/// Each service has constants for its requests, such as `OperationID.shelfPlaybackSync`. For its own endpoints, an app defines constants of
/// its own:
///
/// ```swift
/// extension OperationID {
///   static let jellyfinItems = OperationID("jellyfin.items")
/// }
/// ```
public struct OperationID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The text of the id. It is written to logs and files, so it must contain no secret and no user data.
  public let rawValue: String

  /// Creates an id from its text. The result is the same as that of ``init(_:)``.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates an id from its text.
  /// - Parameter rawValue: the text of the id, made of the service and the call, such as `jellyfin.items`.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }
}

extension OperationID: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension OperationID: Comparable {
  public static func < (left: OperationID, right: OperationID) -> Bool { left.rawValue < right.rawValue }
}

extension OperationID {
  /// The operation that searches for the server. It sends requests to the server's address over https and http, and checks that the right
  /// service answers.
  public static let serverLocate = OperationID("server.locate")
  /// The operation that parses an address that the user typed.
  public static let serverAddress = OperationID("server.address")
}

/// Steps of this device, without a request of their own.
extension OperationID {
  package static let accountCheck = OperationID("account.check")
  package static let accountMigrate = OperationID("account.migrate")
  package static let accountRenew = OperationID("account.renew")
  package static let savedServers = OperationID("server.saved")
  package static let accountRestore = OperationID("account.restore")
  package static let accountSave = OperationID("account.save")
  package static let accountSignIn = OperationID("account.signIn")
  package static let accountSignOut = OperationID("account.signOut")
  package static let cacheMerge = OperationID("cache.merge")
  package static let cacheRead = OperationID("cache.read")
  package static let dataExport = OperationID("data.export")
  package static let dataImport = OperationID("data.import")
  package static let optionsHeader = OperationID("options.header")
  package static let outboxAppend = OperationID("outbox.append")
  package static let outboxLoad = OperationID("outbox.load")
  package static let outboxReplace = OperationID("outbox.replace")
  package static let queueChange = OperationID("queue.change")
  package static let queueEdit = OperationID("queue.edit")
  package static let queueFlush = OperationID("queue.flush")
  package static let queueHandOver = OperationID("queue.handOver")
  package static let queueLoad = OperationID("queue.load")
  package static let queueOpen = OperationID("queue.open")
  package static let queueOutcome = OperationID("queue.outcome")
  package static let queueRead = OperationID("queue.read")
  package static let queueReadBack = OperationID("queue.readBack")
  package static let queueSubmit = OperationID("queue.submit")
  package static let queueTakeOver = OperationID("queue.takeOver")
  package static let storageOpen = OperationID("storage.open")
  package static let storageWrite = OperationID("storage.write")
  package static let storeRead = OperationID("store.read")
  package static let storeRemove = OperationID("store.remove")
  package static let storeWrite = OperationID("store.write")
  package static let transportDownload = OperationID("transport.download")
}

/// The requests of a live connection.
extension OperationID {
  /// The operation that opens a live connection. It sends `GET …/socket.io/`, or makes the handshake of a WebSocket.
  public static let liveOpen = OperationID("live.open")
  /// The operation that waits for packets of a live connection. It sends `GET …/socket.io/`, to which the server responds when it has
  /// packets.
  public static let livePoll = OperationID("live.poll")
  /// The operation that sends packets on a live connection, with `POST …/socket.io/`.
  public static let liveSend = OperationID("live.send")
}
