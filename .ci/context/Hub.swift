import Foundation
import HubClient
import HubTesting
import MediaCore
import MediaTesting

var user: HubUserID { given() }
var server: ServerAddress { given() }
var environment: ClientEnvironment { given() }
var data: Data { given() }
var clock: ManualClock { given() }

/// An app's own storage that its devices share.
struct Folder: Sendable {
  func records(after moment: Date?) throws(ClientError) -> [WatchRecord] { given() }
  func merge(_ records: [WatchRecord]) throws(ClientError) {}
}
var folder: Folder { given() }
