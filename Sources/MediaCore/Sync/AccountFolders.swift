import Foundation

/// The folders of one service's accounts on one server, and what a sign-out erases of them.
///
/// A sign-out writes a mark file first and removes it last. If the process ends in between or a file cannot be removed, the next
/// launch finds the mark and finishes the sign-out, so that nothing that was to be erased comes back.
final class AccountFolders: BegunSignOuts {
  private struct State {
    /// Whether this process holds the folder and has finished all earlier sign-outs.
    var isPrepared = false
    var hasBeenPrepared = false
    /// Whether there were no marks when they were read last; `prepare()` then does not read them again.
    var isUnmarked = false
    /// Sign-outs of this process that could not erase everything, by the folder's name.
    var unerased: [String: Mark] = [:]
    /// Errors of a sign-out's other work, such as the queue's, by the folder's name: only a new process can repeat that work.
    var unfinished: [String: ClientError] = [:]
    /// Sign-outs of ``unfinished`` that have erased everything, but whose marks do not say so yet, by the folder's name.
    var unnoted: Set<String> = []
    /// The number of times that something of an account was erased.
    var erasures: [String: Int] = [:]
    /// The account deletion whose mark this process has written and not yet removed.
    var deletion: Deletion?
  }

  private struct Deletion {
    /// The name of the account's folder.
    let folder: String
    /// The mark of an earlier, unfinished sign-out of the account, which the deletion's mark has replaced; nil if there was none.
    var earlier: Mark?
    /// Whether the deletion has ended without a sign-out. Its mark must then be removed, otherwise the next launch signs the account out.
    var isWithdrawn = false
  }

  /// A sign-out as its mark file stores it.
  struct Mark {
    fileprivate let pending: PendingWork
    /// Digest of the stored sign-in that the sign-out ends, so that a later one of the same account stays; ``any`` when the mark is
    /// damaged.
    fileprivate let signIn: String?

    /// Whether the data are erased, and only the queue's journal has to be rewritten. Erasing again would take what a later sign-in of the
    /// same account has stored.
    fileprivate let isErased: Bool

    fileprivate static let any = "*"
    fileprivate static let erased = Mark(pending: .keep, signIn: nil, isErased: true)
    private static let words = [
      ("keep", PendingWork.keep, false), ("discard", .discard, false), ("keep, erased", .keep, true),
    ]

    fileprivate init(pending: PendingWork, signIn: String?, isErased: Bool = false) {
      (self.pending, self.signIn, self.isErased) = (pending, signIn, isErased)
    }

    /// Reads the first word by its length: a flipped bit does not change that, and must not turn `keep` into `discard`.
    fileprivate init(_ data: Data) {
      let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
      let length = data.prefix { $0 != 0x0A }.count
      (_, pending, isErased) = Self.words.first { $0.0.count == length } ?? Self.words[0]
      let isWhole = isErased || parts.count == 3 && parts[1].fileName == parts[2]
      signIn = isWhole ? (isErased || parts[1].isEmpty ? nil : parts[1]) : Self.any
    }

    fileprivate var data: Data {
      let word = Self.words.first { $0.1 == pending && $0.2 == isErased }?.0 ?? ""
      let signIn = signIn ?? ""
      return Data([word, signIn, signIn.fileName].joined(separator: "\n").utf8)
    }

    /// Whether the sign-out ends a stored sign-in. A damaged mark ends any: the user wanted to be signed out.
    fileprivate func ends(_ stored: Secret) -> Bool { signIn == Self.any || signIn == stored.digest }
  }

  private let name: String
  private let environment: ClientEnvironment
  private let state = Locked(State())

  /// The folders of a service's server, one object for each environment in a process.
  static func shared(_ name: String, _ environment: ClientEnvironment) -> AccountFolders {
    environment.shared.object("folders/\(name)") { AccountFolders(name, environment) }
  }

  private init(_ name: String, _ environment: ClientEnvironment) {
    self.name = name
    self.environment = environment
  }

  private static let accounts = "accounts"
  static let answers = "answers"
  /// Name of the mark of a sign-out whose account could not be read; other marks have the names of folders.
  private static let unread = "unread"
  private var marks: String { "erasing/\(name.fileName)" }

  /// The file with what a widget shows, found without knowing the account.
  static func snapshot(of name: String) -> String { "snapshots/\(name.fileName)" }

  /// The folder of an account. Two accounts, servers or services never share one, whatever their names.
  func folder(of account: String) -> String { "\(Self.accounts)/\(folderName(of: account))" }

  private func folderName(of account: String) -> String { "\(name.utf8.count):\(name)\(account)".fileName }

  // MARK: Preparing

  /// Keeps other processes from writing into the folder, and finishes what an earlier sign-out could not erase.
  /// - Throws: `storage`, with the detail `inUse` when another process holds the folder.
  func prepare() throws(ClientError) {
    try state.withLock { (state) throws(ClientError) in
      guard !state.isPrepared else { return }
      do {
        try environment.shared.lock(environment.files)
        var unerased = state.unerased
        try endWithdrawnDeletion(&state)
        for folder in state.isUnmarked ? [] : try environment.files.list(marks) where unerased[folder] == nil {
          // Skip a sign-out of this process that left a step unfinished: the next launch repeats it.
          guard state.unfinished[folder] == nil else { continue }
          // Ignore the mark of a deletion that waits for the server's answer, because the server may refuse the deletion. Use the mark of
          // an earlier sign-out that the deletion's mark has replaced, if there is one.
          let isDeletion = folder == state.deletion?.folder
          if let mark = try isDeletion ? state.deletion?.earlier : mark(of: folder) { unerased[folder] = mark }
        }
        // Read the stored sign-in first, before another mark erases it: the `unread` mark names no account, only the stored sign-in does.
        if let mark = unerased.removeValue(forKey: Self.unread) {
          if let folder = try storedFolder() {
            // The `unread` mark means that the account could not be read, so no queue of this process has the account's journal open: the
            // journal may be rewritten.
            if mark.pending == .keep { try forgetDecided(in: folder) }
            try erase(folder, mark)
          } else {
            try environment.secrets.delete(name)
          }
          try environment.files.remove("\(marks)/\(Self.unread)")
          state.unerased[Self.unread] = nil
        }
        for (folder, mark) in unerased.sorted(by: { $0.key < $1.key }) {
          // If this process may only read, the app erases later. Until then the session counts as signed out, so no screen shows the files.
          if mark.pending == .keep, environment.isReading { continue }
          // Rewrite the queue's journal only if `prepare()` has never succeeded: after that, a queue of this process may have it open.
          if mark.pending == .keep, !state.hasBeenPrepared { try forgetDecided(in: folder) }
          try erase(folder, mark)
          try finishMark(of: folder, mark, &state)
          state.unerased[folder] = nil
        }
      } catch {
        throw Self.error(error, .storageOpen)
      }
      (state.isPrepared, state.hasBeenPrepared) = (true, true)
    }
  }

  /// Finishes sign-outs that an earlier launch began, before the sign-in is first read: a sign-in that such a sign-out has ended must not
  /// count.
  /// - Returns: true if no sign-out had left a mark; false if one had, or if the marks cannot be read now.
  func finishSignOuts() -> Bool {
    let isUnmarked = state.withLock { state in
      state.isUnmarked = (try? environment.files.list(marks).isEmpty) ?? false
      return state.isUnmarked
    }
    // If `prepare()` fails here, it runs again before anything is read or written.
    if !isUnmarked { try? prepare() }
    return isUnmarked
  }

  /// Whether a sign-out has ended a sign-in that is still stored, also one of another process.
  /// - Throws: when that cannot be read now.
  func isEnded(_ signIn: Secret) throws -> Bool {
    try environment.files.list(marks).contains { try mark(of: $0)?.ends(signIn) == true }
  }

  private func mark(of folder: String) throws -> Mark? {
    try environment.files.read("\(marks)/\(folder)").map(Mark.init)
  }

  // MARK: Signing out

  /// Writes the mark of a sign-out, before anything is erased.
  /// - Parameter signIn: the stored sign-in that it ends.
  func begin(
    _ account: String, _ pending: PendingWork, ending signIn: Secret?, report: (ClientError) -> Void
  ) -> Mark {
    let folder = folderName(of: account)
    return state.withLock { state in
      // If an unfinished sign-out of this account discards the changes, discard them here. If its mark cannot be read, use `pending`,
      // because `.discard` could lose changes.
      let deletion = state.deletion.flatMap { $0.folder == folder ? $0 : nil }
      let stored = deletion.map(\.earlier) ?? (try? mark(of: folder))
      let earlier = state.isPrepared ? nil : state.unerased[folder] ?? stored
      let mark = Mark(pending: earlier?.pending == .discard ? .discard : pending, signIn: signIn?.digest)
      state.unfinished[folder] = nil
      state.unnoted.remove(folder)
      if deletion != nil { state.deletion = nil }
      // If the mark cannot be written, report that and erase all the same.
      do { try environment.files.replace("\(marks)/\(folder)", with: mark.data) } catch {
        report(Self.error(error, .accountSignOut))
      }
      // A widget reads its snapshot without looking at marks, so erase the snapshot first. If that fails now, `erase` tries again.
      try? environment.files.remove(Self.snapshot(of: name))
      return mark
    }
  }

  /// Writes the mark of a sign-out whose account cannot be read now. Whoever can read the stored sign-in next finishes it.
  /// - Returns: false when the mark could not be written.
  func beginUnread(_ pending: PendingWork, report: (ClientError) -> Void) -> Bool {
    state.withLock { state in
      let earlier = state.unerased[Self.unread] ?? (try? mark(of: Self.unread))
      let mark = Mark(pending: earlier?.pending == .discard ? .discard : pending, signIn: Mark.any)
      do { try environment.files.replace("\(marks)/\(Self.unread)", with: mark.data) } catch {
        report(Self.error(error, .accountSignOut))
        return false
      }
      (state.unerased[Self.unread], state.isPrepared) = (mark, false)
      return true
    }
  }

  /// Finishes a sign-out whose account could not be read, before another sign-in takes the place of the stored one. If that still
  /// cannot be read, the account's files stay; the mark is removed, because it would end the new sign-in.
  func finishUnread() throws(ClientError) {
    // Treat a mark that cannot be read as missing, so that the user can sign in.
    let isMarked = state.withLock { state in
      state.unerased[Self.unread] != nil || !state.isPrepared && (try? mark(of: Self.unread)) != nil
    }
    guard isMarked else { return }
    do throws(ClientError) { try prepare() } catch {
      try state.withLock { (state) throws(ClientError) in
        do { try environment.files.remove("\(marks)/\(Self.unread)") } catch { throw Self.error(error, .accountSignIn) }
        state.unerased[Self.unread] = nil
      }
    }
  }

  /// The folder of the account whose sign-in is stored; nil for none, and for a damaged sign-in.
  private func storedFolder() throws -> String? {
    try environment.secrets.read(name).flatMap(StoredSignIn.init(sealed:)).map { folderName(of: $0.account) }
  }

  /// Notes that a part of the sign-out failed: its mark then stays for the next launch.
  func leave(_ account: String, after error: ClientError) {
    state.withLock { $0.unfinished[folderName(of: account)] = error }
  }

  /// Erases the data that the sign-out does not keep, and then its mark.
  func end(_ account: String, _ mark: Mark) throws(ClientError) {
    let folder = folderName(of: account)
    try state.withLock { (state) throws(ClientError) in
      state.erasures[account, default: 0] += 1
      do {
        try erase(folder, mark)
        try finishMark(of: folder, mark, &state)
        state.unerased[folder] = nil
      } catch {
        (state.unerased[folder], state.isPrepared) = (mark, false)
        throw Self.error(error, .accountSignOut)
      }
      if let problem = state.unfinished[folder] { throw problem }
    }
  }

  /// Erases an account's data to finish a sign-out whose process ended before the sign-out wrote a mark.
  func finish(_ account: String, _ pending: PendingWork) throws {
    try state.withLock { state in
      state.erasures[account, default: 0] += 1
      try erase(folderName(of: account), Mark(pending: pending, signIn: nil))
    }
  }

  private func erase(_ folder: String, _ mark: Mark) throws {
    guard !mark.isErased else { return }
    let path = "\(Self.accounts)/\(folder)"
    try environment.files.remove(Self.snapshot(of: name))
    try environment.files.remove(mark.pending == .keep ? "\(path)/\(Self.answers)" : path)
    if let stored = try environment.secrets.read(name), mark.ends(stored) { try environment.secrets.delete(name) }
  }

  /// Removes decided changes from the queue's journal, which the interrupted sign-out would have done.
  private func forgetDecided(in folder: String) throws {
    let path = "\(Self.accounts)/\(folder)/\(Outbox.fileName)"
    // Keep a decided change whose file is still in the inbox: without its record, the change would be taken over and sent again. Also keep
    // a conflict: the list of conflicts, which is not loaded here, may still lack it.
    let waiting = Set(try Inbox.ids(environment.files, beside: path))
    try Journal<Outbox.Change>(files: environment.files, path: path) { _ in }.rewrite { changes in
      var list = MutationList(changes, account: nil)
      _ = list.forgetDecided(keeping: 0) { waiting.contains($0.id) || $0.mayBeConflict }
      return list.sorted.map(Outbox.Change.put)
    }
  }

  private static func error(_ error: any Error, _ operation: OperationID) -> ClientError {
    error as? ClientError ?? ClientError(.storage, operation: operation, detail: (error as? FileSystemError)?.detail)
  }

  // MARK: Deleting an account

  /// Writes the mark of a sign-out with `.discard` before the request that deletes the account. In this process the mark has no effect. If
  /// the process ends before the answer is handled, the next launch finishes the sign-out. The mark replaces the mark of an earlier,
  /// unfinished sign-out of the account, because that mark would not end the present sign-in.
  /// - Parameter account: the account that is signed in. If another account's sign-in is stored, no mark is written.
  func announceDeletion(of account: String, report: (ClientError) -> Void) {
    let folder = folderName(of: account)
    state.withLock { state in
      do {
        try endWithdrawnDeletion(&state)
        guard let signIn = try environment.secrets.read(name), StoredSignIn(sealed: signIn)?.account == account else {
          return
        }
        let earlier = try state.deletion?.folder == folder ? state.deletion?.earlier : mark(of: folder)
        let mark = Mark(pending: .discard, signIn: signIn.digest)
        try environment.files.replace("\(marks)/\(folder)", with: mark.data)
        state.deletion = Deletion(folder: folder, earlier: earlier)
      } catch {
        report(Self.error(error, .accountSignOut))
      }
    }
  }

  /// Removes the mark that ``announceDeletion(of:report:)`` wrote, and restores the mark of an earlier, unfinished sign-out if there was
  /// one. Does nothing if a sign-out of the account has begun since. If the files cannot be written now, the next write into an account's
  /// folder tries again.
  func withdrawDeletion(report: (ClientError) -> Void) {
    state.withLock { state in
      state.deletion?.isWithdrawn = true
      do { try endWithdrawnDeletion(&state) } catch { report(Self.error(error, .accountSignOut)) }
    }
  }

  private func endWithdrawnDeletion(_ state: inout State) throws {
    guard let deletion = state.deletion, deletion.isWithdrawn else { return }
    let path = "\(marks)/\(deletion.folder)"
    if let earlier = deletion.earlier {
      do { try environment.files.replace(path, with: earlier.data) } catch {
        // On a full disk, at least remove the mark of the deletion, which would end the sign-in at the next launch.
        try? environment.files.remove(path)
        throw error
      }
    } else {
      try environment.files.remove(path)
    }
    state.deletion = nil
  }

  /// Removes the mark of a sign-out that has erased everything. If the queue's journal could not be rewritten, the mark stays for that and
  /// says that the rest is done. If a deletion's mark has replaced the mark, this concerns the replaced one.
  private func finishMark(of folder: String, _ mark: Mark, _ state: inout State) throws {
    if mark.pending == .keep, state.unfinished[folder] != nil {
      state.unnoted.insert(folder)
      // If the disk is full, the next write into an account's folder tries again.
      try? noteErased(&state)
    } else if state.deletion?.folder == folder {
      state.deletion?.earlier = nil
    } else {
      try environment.files.remove("\(marks)/\(folder)")
    }
  }

  private func noteErased(_ state: inout State) throws {
    for folder in state.unnoted {
      if state.deletion?.folder == folder {
        state.deletion?.earlier = .erased
      } else {
        try environment.files.replace("\(marks)/\(folder)", with: Mark.erased.data)
      }
      state.unnoted.remove(folder)
    }
  }

  // MARK: Writing

  /// The number of times that data of the account was erased: a value read before an erasure must not be written after it.
  func erasures(of account: String) -> Int { state.withLock { $0.erasures[account, default: 0] } }

  /// Writes into the account's folder.
  /// - Throws: `signedOut` when something of it was erased since ``erasures(of:)`` was `known`.
  func write(of account: String, since known: Int, _ body: () throws(ClientError) -> Void) throws(ClientError) {
    try state.withLock { (state) throws(ClientError) in
      try? endWithdrawnDeletion(&state)
      try? noteErased(&state)
      guard state.erasures[account, default: 0] == known else {
        throw ClientError(.signedOut, operation: .storageWrite, detail: ClientError.Detail.accountChanged)
      }
      try body()
    }
  }
}

/// The handling of changes that are not on the server yet when the user signs out.
///
/// ``keep`` stores the changes for the account's next sign-in on this device, and ``discard`` erases them. If such changes exist, ask the
/// user whether to store or to erase them.
///
/// ```swift
/// let hasUnsent = try await shelf.queue.open().isEmpty == false
/// try await shelf.account.signOut(pending: hasUnsent ? .keep : .discard)
/// ```
public enum PendingWork: Sendable, Hashable {
  /// The changes stay on this device until the same account signs in again, and are sent then.
  case keep
  /// The changes are erased and never reach the server.
  case discard
}
