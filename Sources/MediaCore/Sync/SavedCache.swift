import Foundation

/// What an ``AccountCache`` keeps on disk.
struct SavedCache<Value: Codable & Sendable>: Codable, Sendable {
  var version: Int
  var value: Value
  var refreshedAt: Date?
  /// Decided mutations that are in the value already.
  var settled: Set<String> = []

  init(version: Int, value: Value) {
    self.version = version
    self.value = value
  }

  /// Throws ``OtherVersion`` for a form that is not the one in the decoder's `userInfo`.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    version = try members.decode(Int.self, forKey: .version)
    guard CodingUserInfoKey.cacheVersion.flatMap({ decoder.userInfo[$0] as? Int }) == version else {
      throw OtherVersion()
    }
    value = try members.decode(Value.self, forKey: .value)
    refreshedAt = try members.decodeIfPresent(Date.self, forKey: .refreshedAt)
    settled = try members.decode(Set<String>.self, forKey: .settled)
  }

  static func userInfo(_ version: Int) -> [CodingUserInfoKey: any Sendable] {
    CodingUserInfoKey.cacheVersion.map { [$0: version] } ?? [:]
  }
}

extension CodingUserInfoKey {
  fileprivate static let cacheVersion = CodingUserInfoKey(rawValue: "MediaCore.cacheVersion")
}

/// The file of an ``AccountCache``, for each account.
final class CacheFile<Value: Codable & Sendable>: Sendable {
  /// Where something is written, and in which order.
  struct Place: Sendable {
    let account: String
    let erasures: Int
    let number: Int
  }

  private let name: String
  private let version: Int
  private let isAnswers: Bool
  private let storage: AccountStorage
  private let numbers = Locked((next: 0, written: 0))

  init(_ name: String, version: Int, isAnswers: Bool, in storage: AccountStorage) {
    self.name = name
    self.version = version
    self.isAnswers = isAnswers
    self.storage = storage
  }

  /// Nil for none, or one of another version.
  func read(of account: String) throws(ClientError) -> SavedCache<Value>? {
    try files(of: account).read(SavedCache<Value>.self, name, userInfo: SavedCache<Value>.userInfo(version))
  }

  /// The next place to write to.
  /// - Parameter erasures: ``AccountStorage/erasures(of:)`` when the account's value was read.
  func place(of account: String, _ erasures: Int) -> Place {
    numbers.withLock { numbers in
      numbers.next += 1
      return Place(account: account, erasures: erasures, number: numbers.next)
    }
  }

  /// Durable when it returns. An older value that is late never replaces a newer one.
  /// - Throws: `storage`; `signedOut` when something of the account was erased since it was read.
  func write(_ value: SavedCache<Value>, to place: Place) throws(ClientError) {
    let data = try BlobStore.encoded(value)
    try storage.write(of: place.account, since: place.erasures) { () throws(ClientError) in
      guard numbers.withLock({ $0.written < place.number }) else { return }
      try files(of: place.account).put(data, name)
      numbers.withLock { $0.written = place.number }
    }
  }

  private func files(of account: String) -> BlobStore { storage.files(of: account, isAnswers: isAnswers) }
}
