import Foundation
import MediaCore
import MediaTesting
import ShelfClient
import ShelfTesting

var library: Library { given() }
var server: FakeShelfServer { given() }

/// An app's own storage of secrets.
protocol SecretVault {
  func text(_ key: String) throws -> String?
  func set(_ key: String, _ text: String) throws
  func remove(_ key: String) throws
}
var safe: any SecretVault { given() }

protocol CallCounter: Sendable {
  func add(_ operation: OperationID)
}

struct LibraryList: Decodable, Sendable {}

struct Show: Codable, Hashable, Sendable {}
struct ShowStore: Sendable {
  let cache: AccountCache<[Show]>
  func refresh() async throws(ClientError) {}
}

protocol JellyfinAPI: Sendable {
  func isWatched(_ item: String) async throws(ClientError) -> Bool?
  func setWatched(_ isWatched: Bool, _ item: String) async throws(ClientError)
}

/// A row of an app's own.
struct PictureRow {
  var coverURL: URL
}
var row: PictureRow { given() }

var access: String { given() }
var refresh: String? { given() }
