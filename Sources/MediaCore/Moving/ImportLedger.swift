/// The files and changes that an account on this device has exported and imported, so that none counts twice.
struct ImportLedger: Codable, Equatable, Sendable {
  /// Ids of the files that were imported to their end.
  var files: Set<String> = []
  /// Ids of changes that came from a file or went into one. If the queue no longer lists such a change, it was decided here.
  var changes: Set<String> = []

  static func cache(in accounts: AccountStorage) -> AccountCache<ImportLedger> {
    .shared("moved", empty: ImportLedger(), retention: .device, in: accounts)
  }
}
