import Foundation
import HubClient
import MediaCore
import ShelfClient

var server: ServerAddress { given() }
var environment: ClientEnvironment { given() }
var accessToken: String { given() }
var refreshToken: String? { given() }
var file: Data { given() }
var oldAddress: ServerAddress { given() }

/// An app's own storage of secrets.
protocol SecretVault {
  func text(_ key: String) throws -> String?
  func remove(_ key: String) throws
}
var safe: any SecretVault { given() }

/// A place in an item, as an old app has it.
struct OldPlace {
  var item: PlayableID
  var seconds: Double
  var date: Date
}
var oldPlaces: [OldPlace] { given() }
