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

  private func make() throws -> String {
    let id = random.uuid()
    try files.replace(Self.path, with: Data(id.utf8))
    // Another process may have made an id at the same moment: use the one on disk.
    return try stored() ?? id
  }

  private func stored() throws -> String? {
    guard let data = try files.read(Self.path) else { return nil }
    let id = String(decoding: data, as: UTF8.self)
    // A damaged id finds no entries: make a new one.
    return id.utf8.count == 36 ? id : nil
  }
}
