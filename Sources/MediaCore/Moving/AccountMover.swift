package import Foundation

/// Exports the data of one account that exists only on this device, and imports such data from another device.
package struct AccountMover: Sendable {
  private let client: ServiceClient
  private let service: String
  private let queue: SharedMutationQueue
  private let parts: [MovedPart]
  private let ledger: AccountCache<ImportLedger>
  /// The account in the file; nil for the one that is signed in.
  private let user: String?

  /// Creates a mover for the current account of a service.
  /// - Parameters:
  ///   - service: the name in the file, such as `shelf`.
  ///   - user: the account in the file, for a service without a sign-in.
  ///   - parts: the data besides the changes.
  package init(
    _ service: String, _ client: ServiceClient, _ queue: MutationQueue, user: String? = nil, parts: [MovedPart]
  ) {
    self.user = user
    self.service = service
    self.client = client
    self.queue = queue.shared
    self.parts = parts
    ledger = ImportLedger.cache(in: client.accounts)
  }

  /// The account to which an exported file belongs.
  /// - Throws: `invalidRequest` with an ``ImportProblem``.
  package static func account(in data: Data, of service: String) throws(ClientError) -> String {
    let file = try ExportFile(data)
    guard file.service == service else { throw ClientError(.anotherService) }
    return file.account
  }

  package static var damaged: ClientError { ClientError(.damaged) }

  private func account(_ operation: OperationID) async throws(ClientError) -> String {
    guard let account = try await client.accounts.account() else {
      throw ClientError(.signedOut, operation: operation)
    }
    return account
  }

  // MARK: Exporting

  /// The file with the account's data that exists only on this device.
  /// - Throws: `signedOut`, `storage`.
  package func exportData() async throws(ClientError) -> Data {
    let account = try await account(.dataExport)
    let waiting = try await queue.all().filter { $0.account == account && !$0.isOnServer }
    var file = ExportFile(
      id: client.environment.random.uuid(), madeAt: client.environment.clock.now(), service: service,
      server: client.home.key, account: user ?? account, accountName: try await accountName(), changes: [],
      parts: [:])
    for change in waiting { file.changes.append(try Self.json(of: change)) }
    for part in parts { file.parts[part.name] = try await part.write() }
    guard try await self.account(.dataExport) == account else {
      throw ClientError(.signedOut, operation: .dataExport, detail: ClientError.Detail.accountChanged)
    }
    try await removeSecrets(from: &file)
    // Note the exported changes: this device may send them after the export, and importing the file here must not repeat them.
    let ids = Set(waiting.map(\.id))
    try? await ledger.update(of: account) { $0.changes.formUnion(ids) }
    return file.data()
  }

  private func accountName() async throws(ClientError) -> String {
    guard client.accounts.session != nil else { return "" }
    switch try await client.session.status() {
    case .signedIn(_, let name), .expired(_, let name): return name
    case .signedOut: return ""
    }
  }

  /// A change in the file: without its account, which the file names once.
  private static func json(of change: MutationRecord) throws(ClientError) -> JSONValue {
    var json = try ExportFile.json(change)
    json["account"] = nil
    json["state"] = change.isRefused ? "refused" : "waiting"
    json["reason"] = change.refusalReason.map { .string($0) }
    return json
  }

  /// Takes the sign-in's tokens and the app's headers out of all texts: an address of a picture can hold a token.
  private func removeSecrets(from file: inout ExportFile) async throws(ClientError) {
    let texts = try await client.session.heldSecrets() + client.locator.allHeaders.entries.map(\.value)
    let secrets = texts.filter { $0.utf8.count >= 8 }
    guard !secrets.isEmpty else { return }
    let clean: (String) -> String = { text in
      secrets.reduce(text) { $0.contains($1) ? $0.replacingOccurrences(of: $1, with: "") : $0 }
    }
    // Clean only these two members: the id, kind and target identify the change and hold no text of the user or the server.
    file.changes = file.changes.map { change in
      with(change) { change in
        for member in ["payload", "reason"] { change[member] = change[member]?.mappingTexts(clean) }
      }
    }
    file.parts = file.parts.mapValues { $0.mappingTexts(clean) }
  }

  // MARK: Importing

  /// Imports an exported file into the current account.
  /// - Parameter other: another address of the same server, which the exporting device has used.
  /// - Throws: `invalidRequest` with an ``ImportProblem``, `signedOut`, `storage`.
  package func importData(_ data: Data, from other: ServerAddress?) async throws(ClientError) -> ImportReport {
    guard !client.environment.isReading else { throw ClientError(.storage, operation: .dataImport, detail: "inUse") }
    let account = try await account(.dataImport)
    let file = try ExportFile(data)
    guard file.service == service else { throw ClientError(.anotherService) }
    let own = try await client.locator.addresses().filter(\.standing.isTrusted).map(\.address.key)
    guard ([client.home.key] + own).contains(file.server) || file.server == other?.key else {
      throw ClientError(.anotherServer)
    }
    guard file.account == user ?? account else { throw ClientError(.anotherAccount) }
    // Read the whole file first, so that an unreadable part stops the import before anything changes.
    let changes = try changes(of: file, for: account)
    let merges = try merges(of: file)
    return try await take(file, changes, merges, account)
  }

  private func take(
    _ file: ExportFile, _ changes: [MutationRecord],
    _ merges: [(name: String, isFirst: Bool, merge: MovedPart.Merge)], _ account: String
  ) async throws(ClientError) -> ImportReport {
    let before = try await ledger.value()
    guard !before.files.contains(file.id) else { return repeated(file) }
    var report = ImportReport()
    for part in merges where part.isFirst { report.parts.append(try await part.merge(account)) }
    if !changes.isEmpty { report.parts.append(try await take(changes, account, before)) }
    for part in merges where !part.isFirst { report.parts.append(try await part.merge(account)) }
    for name in file.parts.keys.sorted() where !parts.contains(where: { $0.name == name }) {
      report.parts.append(with(ImportReport.Part(name)) { $0.skip(.unknown) })
    }
    // Note the file last: if the app ends before, importing the file again completes the import.
    try await ledger.update(of: account) { $0.files.insert(file.id) }
    return report
  }

  private func take(
    _ changes: [MutationRecord], _ account: String, _ before: ImportLedger
  ) async throws(ClientError) -> ImportReport.Part {
    var part = ImportReport.Part("changes")
    let fates = try await queue.take(changes, of: account, decided: before.changes)
    for fate in fates.values {
      switch fate {
      case .taken: part.taken += 1
      case .listed: part.skip(.known)
      case .decided: part.skip(.decided)
      }
    }
    let ids = Set(changes.map(\.id))
    // Send only after the ids are noted. Otherwise a change could be sent and forgotten, and importing the file again would repeat it.
    try await ledger.update(of: account) { $0.changes.formUnion(ids) }
    if part.taken > 0 { await queue.sendSoon() }
    return part
  }

  private func repeated(_ file: ExportFile) -> ImportReport {
    let names = (file.changes.isEmpty ? [] : ["changes"]) + file.parts.keys.sorted()
    return with(ImportReport()) { report in
      report.parts = names.map { name in with(ImportReport.Part(name)) { $0.skip(.importedBefore) } }
    }
  }

  /// The changes of a file, all of them in a form that can be sent. A kind of a newer version is kept as it is.
  private func changes(of file: ExportFile, for account: String) throws(ClientError) -> [MutationRecord] {
    let forms = queue.forms
    var changes: [MutationRecord] = []
    for json in file.changes {
      var json = json
      json["account"] = .string(account)
      switch json["state"]?.string {
      case "waiting": json["state"] = ["pending": [:]]
      case "refused": json["state"] = ["refused": ["reason": json["reason"] ?? ""]]
      default: throw ClientError(.damaged)
      }
      json["reason"] = nil
      let record = try ExportFile.value(
        MutationRecord.self, json, userInfo: CodingUserInfoKey.mutationForms.map { [$0: forms] } ?? [:])
      guard !record.id.isEmpty, !record.target.isEmpty, forms[record.kind]?.isPlausible(record) ?? true else {
        throw ClientError(.damaged)
      }
      changes.append(record)
    }
    guard Set(changes.map(\.id)).count == changes.count else { throw ClientError(.damaged) }
    return changes
  }

  private func merges(
    of file: ExportFile
  ) throws(ClientError) -> [(name: String, isFirst: Bool, merge: MovedPart.Merge)] {
    var merges: [(name: String, isFirst: Bool, merge: MovedPart.Merge)] = []
    for part in parts {
      if let json = file.parts[part.name] { merges.append((part.name, part.isFirst, try part.read(json))) }
    }
    return merges
  }
}
