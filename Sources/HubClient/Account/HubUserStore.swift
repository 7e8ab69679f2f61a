import Foundation
public import MediaCore

/// Stores the user's id for one server, so that the id survives a new launch. If no id is stored, the store creates one, because the server
/// has no route to sign up.
///
/// The id is stored with a checksum, so that a damaged id causes an error and is never used as the id of another user. A file beside the id
/// contains the id's hash. The file shows that an id was stored, even if the secret store returns nothing instead of an error, as on a
/// locked device. Without this file, the store would then create a new user. The file also notes that a sign-out has begun. If that
/// sign-out could not erase the id, the id does not count as stored, and ``stored()`` erases it later with the data that the sign-out does
/// not keep.
///
/// ```swift
/// let user = try HubUserStore(server: server, environment: environment).current()
/// let hub = HubService(server: server, user: user, environment: environment)
/// ```
public struct HubUserStore: Sendable {
  private let environment: ClientEnvironment
  /// The address under which the server's data is stored.
  private let server: ServerAddress
  private let key: String
  /// The path of a file about the stored id. The file contains the id's digest. From the start of a sign-out, the file also contains a note
  /// of the sign-out.
  private var namePath: String { "users/\(key.fileName)" }

  /// Creates a store for the user id on one server.
  /// - Parameter server: any address of the server. For an address that is proven or confirmed as another address of the same server, the
  ///   store has the id that was stored under the server's first address.
  public init(server: ServerAddress, environment: ClientEnvironment) {
    self.init(home: AddressBook.hub(environment).home(of: server, ClientOptions()), environment: environment)
  }

  /// - Parameter home: the address under which the server's data is stored.
  init(home: ServerAddress, environment: ClientEnvironment) {
    self.environment = environment
    server = home
    key = "hub/\(home.key)/user"
  }

  /// Returns the user's id that is stored on this device; nil if no id is stored.
  /// - Throws: `storageFailed` if the store cannot be read now, although it may contain an id. The detail is ``damaged`` if the stored id
  ///   is damaged, and ``missing`` if the secret store returns nothing although an id was stored. Try again later, store the user's id with
  ///   ``adopt(_:)``, or remove it with ``forget()``.
  public func stored() throws(HubError) -> HubUserID? {
    guard let ended = try begunSignOut() else { return try unended() }
    // A damaged id cannot be compared with the note of the sign-out. Treat it as the id of the user who signed out, because storing another
    // id replaces the note.
    let id = try secret().flatMap(Self.id)
    guard id == nil || id?.digest == ended.digest else { return id }
    // Finish the sign-out that was cut off. If the user's data or id cannot be erased now, the next call of `stored()` tries again. Until
    // then `stored()` returns nil, as if no id were stored.
    try? finish(ended, of: id)
    return nil
  }

  /// Erases the data and the id of a sign-out that was cut off.
  /// - Parameter id: the id of the user who signed out; nil if the id is damaged or already erased. If it is already erased, so is the data,
  ///   because a sign-out erases the data first.
  private func finish(_ signOut: BegunSignOut, of id: HubUserID?) throws {
    if let id {
      try environment.finishSignOut(signOut.pending, of: id.storageName(server), "hub", of: server.key)
    }
    try forget()
  }

  /// Reads the stored id, even if the sign-out of its user has begun.
  private func unended() throws(HubError) -> HubUserID? {
    guard let secret = try secret() else {
      if try name() == nil { return nil }
      // Another process may have stored an id between the two reads: read again.
      guard try secret() == nil else { return try unended() }
      throw Self.failure(Self.missing)
    }
    guard let id = Self.id(secret) else { throw Self.failure(Self.damaged) }
    return id
  }

  private static func id(_ secret: Secret) -> HubUserID? {
    Secret(withChecksum: secret).flatMap(HubUserID.init) ?? bare(secret)
  }

  /// The detail of the error `storageFailed` if the stored id is damaged.
  public static let damaged = "damaged"
  /// The detail of the error `storageFailed` if an id was stored on this device but the secret store does not return it.
  public static let missing = "missing"

  /// Reads an id that an earlier build stored without a checksum. A damaged id with a checksum never has this form.
  private static func bare(_ secret: Secret) -> HubUserID? { HubUserID(secret).flatMap { $0.isUUID ? $0 : nil } }

  /// Stores `id`, such as the id from the user's other device, as the id of the user.
  /// - Throws: `storageFailed`. The detail is `inUse` in a process that may only read, such as a widget.
  public func adopt(_ id: HubUserID) throws(HubError) {
    // If the file notes a sign-out of this user, remove the file first. `note` below ignores a full disk: the old file would then stay, and
    // the next launch would erase the id that is stored here.
    if hasNotedEnd(of: id) { try Self.stored(environment.files.remove(namePath)) }
    // Finish the cut-off sign-out of another user, because `note` replaces the note of that sign-out.
    _ = try? stored()
    try Self.stored(environment.secrets.write(id.secret.withChecksum, key: key))
    note(id)
  }

  private func secret() throws(HubError) -> Secret? { try Self.stored(environment.secrets.read(key)) }

  /// The content of the file at `namePath`; nil if there is no file.
  private func name() throws(HubError) -> String? {
    try Self.stored(environment.files.read(namePath)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first line of the file if the sign-out of the id has begun. The second line is the id's digest. A third line, ``discarded``,
  /// follows if the user's data must be erased.
  private static let ended = "ended\n"
  private static let discarded = "discard"

  private struct BegunSignOut {
    let digest: String
    let pending: PendingWork
  }

  /// The sign-out that the file notes as begun; nil if the file notes no sign-out.
  private func begunSignOut() throws(HubError) -> BegunSignOut? {
    guard let name = try name(), name.hasPrefix(Self.ended) else { return nil }
    let parts = name.dropFirst(Self.ended.count).split(separator: "\n").map(String.init)
    return BegunSignOut(
      digest: parts.first ?? "", pending: parts.dropFirst().first == Self.discarded ? .discard : .keep)
  }

  /// Whether the file says that `id` is kept, independently of the secret store.
  private func names(_ id: HubUserID) -> Bool { (try? name()) == id.digest }

  /// Whether a sign-out of `user` must erase the stored id.
  func keeps(_ user: HubUserID) throws(HubError) -> Bool {
    do throws(HubError) { return try unended() == user } catch {
      // If the stored id cannot be read, erase it in two cases: it is damaged, so no route accepts it, or the file contains this user's
      // digest. Otherwise the id may belong to another user.
      guard error.clientError.detail == Self.damaged || names(user) || hasNotedEnd(of: user) else { throw error }
      return true
    }
  }

  private func hasNotedEnd(of user: HubUserID) -> Bool { (try? begunSignOut())?.digest == user.digest }

  /// Notes that the sign-out of `user` has begun. If the process ends before the id is erased, or the id cannot be erased, the next launch
  /// erases the id, and the user's data that the sign-out does not keep.
  func noteEnd(of user: HubUserID, _ pending: PendingWork) throws(HubError) {
    let note = Self.ended + user.digest + (pending == .discard ? "\n" + Self.discarded : "")
    try Self.stored(environment.files.replace(namePath, with: Data(note.utf8)))
  }

  /// Writes the file with the id's hash. Ignores a full disk: the id works without the file, and the next launch writes it.
  private func note(_ id: HubUserID) {
    guard !names(id) else { return }
    // Erase the previous user's snapshot: a widget shows a snapshot without comparing user ids.
    try? environment.eraseSnapshot("hub", of: server.key)
    try? environment.files.replace(namePath, with: Data(id.digest.utf8))
  }

  /// Returns the stored id. If no id is stored, returns the id that `legacy` finds, for example in an earlier version of the app or on the
  /// user's other device. If `legacy` finds no id, returns a new id. In each case, the returned id is stored on this device when the call
  /// returns, so that a legacy id can be removed safely after the call.
  /// - Throws: `storageFailed`, as ``stored()`` does. An id that is damaged, missing or unreadable is not replaced. The only exception: if
  ///   the id is missing and `legacy` returns the same id, this id is stored again. The detail is `inUse` if no id is stored and another
  ///   process, which may be creating one, holds the folder; try again later.
  public func current(legacy: () -> String? = { nil }) throws(HubError) -> HubUserID {
    // Take a lock: two services created at once would otherwise each make a new user.
    try Self.making.withLock { (_) throws(HubError) in
      do throws(HubError) {
        if let known = try known() { return known }
        try hold()
        // Read again after `hold()`: another process may have stored an id since the first read.
        if let known = try known() { return known }
      } catch {
        guard error.clientError.detail == Self.missing, let id = legacy().flatMap(HubUserID.init), names(id) else {
          throw error
        }
        try adopt(id)
        return id
      }
      guard let id = legacy().flatMap(HubUserID.init) ?? HubUserID(environment.random.uuid()) else {
        throw Self.failure()
      }
      try adopt(id)
      return id
    }
  }

  private static let making = Locked(())

  /// The id that is kept, whose hash is then in the file.
  private func known() throws(HubError) -> HubUserID? {
    let known = try stored()
    known.map(note)
    return known
  }

  /// Keeps other processes from making an id. Ignores files that cannot be locked, as on a full disk: the id works without them.
  private func hold() throws(HubError) {
    do throws(ClientError) { try environment.shared.hold(environment.files, for: .hubUser) } catch {
      if error.detail == "inUse" { throw .storageFailed(error) }
    }
  }

  /// Removes the stored id from this device. If ``current(legacy:)`` then creates a new id, it belongs to a new user without channels. This
  /// is the only way to start afresh, because the server cannot remove channels.
  public func forget() throws(HubError) {
    // Note the sign-out first. Otherwise, if the process ended between the two steps below, the file would name an id that the secret store
    // no longer has, and `stored()` would throw `missing`.
    if let name = try? name(), !name.hasPrefix(Self.ended) {
      try? environment.files.replace(namePath, with: Data((Self.ended + name).utf8))
    }
    try Self.stored(environment.secrets.delete(key))
    try Self.stored(environment.files.remove(namePath))
  }

  /// Reads or writes a secret or a file.
  private static func stored<Value>(_ body: @autoclosure () throws -> Value) throws(HubError) -> Value {
    do { return try body() } catch { throw failure((error as? FileSystemError)?.detail) }
  }

  private static func failure(_ detail: String? = nil) -> HubError {
    .storageFailed(ClientError(.storage, operation: .hubUser, detail: detail))
  }
}
