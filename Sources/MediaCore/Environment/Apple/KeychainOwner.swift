import Foundation

/// The owner of keychain entries: a folder of the SDK, by a random id in it.
///
/// A keychain outlives the app: entries of an installation that was removed would sign the next one in. Entries therefore belong to
/// the folder, which goes with the app. An app and its extensions that share a folder share the entries, and the folder's lock
/// decides which of them may write.
struct KeychainOwner: Sendable {
  private static let path = "keychain-owner"

  private let files: any FileSystem
  private let random: any RandomSource
  private let known = Box()

  private final class Box: Sendable {
    let id = Locked<String?>(nil)
  }

  init(files: any FileSystem, random: any RandomSource) {
    self.files = files
    self.random = random
  }

  /// The id, made at first use.
  /// - Throws: what the file system throws: `locked` before the device is first unlocked.
  func id() throws -> String {
    try known.id.withLock { known in
      if let known { return known }
      let id = try stored() ?? make()
      known = id
      return id
    }
  }

  /// Adds an id at the end of the file. Another process may do the same at the same moment: the first one in the file counts
  /// for both.
  private func make() throws -> String {
    let id = random.uuid()
    // Begin a new line: if the file ends with a damaged id, the new id would become part of that line.
    let isFirst = try files.read(Self.path)?.isEmpty ?? true
    try files.append(Data((isFirst ? id : "\n" + id).utf8), to: Self.path)
    return try stored() ?? id
  }

  /// The first whole id in the file; nil for none, and for a damaged one, which finds no entries.
  private func stored() throws -> String? {
    let lines = try files.read(Self.path)?.split(separator: UInt8(ascii: "\n")) ?? []
    return lines.first { $0.count >= 36 }.map { String(decoding: $0.prefix(36), as: UTF8.self) }
  }
}
