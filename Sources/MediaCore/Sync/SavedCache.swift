import Foundation

/// The form of an ``AccountCache`` on disk.
struct SavedCache<Value: Codable & Sendable>: Codable, Sendable {
  var version: Int
  var value: Value
  var refreshedAt: Date?
  /// Ids of decided mutations that are in the value already.
  var settled: Set<String> = []
  /// Rises with each save.
  var number = 0
  /// True for a patched value that is always written whole: no lines follow its file, and no second file is read for it.
  var isAlone: Bool?

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
    number = try members.decode(Int.self, forKey: .number)
    isAlone = try members.decodeIfPresent(Bool.self, forKey: .isAlone)
  }

  static func userInfo(_ version: Int) -> [CodingUserInfoKey: any Sendable] {
    CodingUserInfoKey.cacheVersion.map { [$0: version] } ?? [:]
  }
}

extension CodingUserInfoKey {
  fileprivate static let cacheVersion = CodingUserInfoKey(rawValue: "MediaCore.cacheVersion")
}

/// The difference between one ``SavedCache`` and the next: a line of JSON behind its checksum.
struct SavedCachePatch<Patch: Codable>: Codable {
  var number: Int
  var refreshedAt: Date?
  /// Ids that came into ``SavedCache/settled``, and those that left it.
  var settled: [String]
  var unsettled: [String]
  var patch: Patch
}

/// How an ``AccountCache`` saves only what has changed.
struct CachePatching<Value: Codable & Sendable>: Sendable {
  /// A file of fewer bytes is written whole each time.
  var leastBytes = 0
  /// Encodes the difference between one save and the next.
  let line: @Sendable (_ older: SavedCache<Value>, _ newer: SavedCache<Value>) throws -> Data
  /// - Returns: false for a line that is not the next one of `saved`.
  let apply: @Sendable (_ line: Data, _ saved: inout SavedCache<Value>) throws -> Bool
}

extension CachePatching where Value: PatchableValue {
  static var patches: CachePatching {
    CachePatching(line: { try line($0, $1) }, apply: { try apply($0, to: &$1) })
  }

  private static func line(_ older: SavedCache<Value>, _ newer: SavedCache<Value>) throws -> Data {
    return try JSONWriter.data(
      SavedCachePatch(
        number: newer.number, refreshedAt: newer.refreshedAt,
        settled: newer.settled.subtracting(older.settled).sorted(),
        unsettled: older.settled.subtracting(newer.settled).sorted(), patch: newer.value.patch(from: older.value)))
  }

  private static func apply(_ line: Data, to saved: inout SavedCache<Value>) throws -> Bool {
    let patch = try JSONDocument.own(line).decode(SavedCachePatch<Value.Patch>.self)
    guard patch.number == saved.number + 1 else { return patch.number <= saved.number }
    saved.number = patch.number
    saved.refreshedAt = patch.refreshedAt
    saved.settled.formUnion(patch.settled)
    saved.settled.subtract(patch.unsettled)
    saved.value.apply(patch.patch)
    return true
  }
}
