import Foundation

/// The changes that other processes hand to the owner of the folder: a file for each, beside the account's queue.
///
/// A file is written in one step under the change's id, so that the owner finds a whole change or none. The owner removes the file once the
/// change is in its own journal.
struct Inbox: Sendable {
  /// The files of a process that may write here.
  let files: any FileSystem
  let folder: String
  let account: String

  private static let suffix = ".change"
  /// Far more than the largest change takes. A larger file is not read.
  private static var maximumBytes: Int { 1 << 20 }

  /// - Parameter queue: the path of the account's queue.
  init(files: any FileSystem, beside queue: String, account: String) {
    self.files = files
    self.account = account
    folder = Self.folder(beside: queue)
  }

  private static func folder(beside queue: String) -> String {
    (queue.split(separator: "/").dropLast() + ["inbox"]).joined(separator: "/")
  }

  /// The ids of the changes that wait beside a queue.
  static func ids(_ files: any FileSystem, beside queue: String) throws -> [String] {
    try files.list(folder(beside: queue)).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
  }

  /// The content of the folder.
  struct Content {
    var records: [MutationRecord] = []
    /// Ids of files that hold no change of this account that could be sent.
    var bad: [String] = []
    /// Ids of files whose kind of change no service of this process has.
    var unknown: [String] = []
  }

  /// Reads every change.
  /// - Throws: when the folder or a file cannot be read now.
  func read(_ forms: [MutationKind: MutationForm]) throws -> Content {
    var content = Content()
    for name in try files.list(folder) where name.hasSuffix(Self.suffix) {
      let id = String(name.dropLast(Self.suffix.count))
      guard let size = try files.size(of: path(id)) else { continue }
      // Skip a missing file: the owner may have removed it since the folder was listed.
      guard size <= Self.maximumBytes, let data = try files.read(path(id)) else {
        if size > Self.maximumBytes { content.bad.append(id) }
        continue
      }
      switch record(in: data, id, forms) {
      case .success(let record?): content.records.append(record)
      case .success(nil): content.unknown.append(id)
      case .failure: content.bad.append(id)
      }
    }
    return content
  }

  private struct Bad: Error {}

  /// - Returns: nil for a kind that no service of this process has.
  private func record(
    in data: Data, _ id: String, _ forms: [MutationKind: MutationForm]
  ) -> Result<MutationRecord?, Bad> {
    let userInfo: [CodingUserInfoKey: any Sendable] = CodingUserInfoKey.mutationForms.map { [$0: forms] } ?? [:]
    guard let payload = BlobStore.opened(data),
      let record = try? JSONDocument.own(payload, userInfo).decode(MutationRecord.self),
      record.id == id, record.account == account, !record.target.isEmpty, record.state == .pending
    else { return .failure(Bad()) }
    guard let form = forms[record.kind] else { return .success(nil) }
    return form.isPlausible(record) ? .success(record) : .failure(Bad())
  }

  /// Writes a change; durable when it returns.
  /// - Throws: `storage`, with the detail `full` for a full disk: then nothing is there.
  func put(_ record: MutationRecord) throws(ClientError) {
    do {
      let data = BlobStore.sealed(try JSONWriter.data(record))
      guard data.count <= Self.maximumBytes else { throw FileSystemError.full }
      try files.replace(path(record.id), with: data)
    } catch {
      throw ClientError(.storage, operation: .queueHandOver, detail: (error as? FileSystemError)?.detail)
    }
  }

  func remove(_ id: String) throws { try files.remove(path(id)) }

  /// Moves a file away that is no change, so that it is reported once.
  func setAside(_ id: String) throws { try files.move(path(id), to: path(id) + ".damaged") }

  private func path(_ id: String) -> String { "\(folder)/\(id)\(Self.suffix)" }
}
