import Foundation
import MediaTesting

@testable import HubClient
@testable import MediaCore

/// A transport that turns each failed answer of the feed into an empty feed, to show that the checks notice it.
struct EmptyAnswers: Transport {
  let base: any Transport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await base.send(request)
    guard request.operation == .hubFeedPage, (try? JSONValue(parsing: response.body))?["videos"] == nil else {
      return response
    }
    return .json(["videos": [], "nextCursor": .null, "nextPageToken": .null])
  }
}

/// An exchange that dates each mark of another device to the moment of pulling, to show that the checks notice it.
struct PulledAsNew: WatchStatusExchange {
  let base: CloudExchange
  let clock: any TimeSource

  var name: String { get async throws(ClientError) { try await base.name } }

  func changes(since token: Data?) async throws(ClientError) -> WatchStatusChanges? {
    guard var changes = try await base.changes(since: token) else { return nil }
    for index in changes.records.indices { changes.records[index].lastModified = clock.now() }
    return changes
  }

  func save(_ records: [WatchRecord]) async throws(ClientError) -> [WatchRecord] { try await base.save(records) }
}

/// Files in which the list of the Hub's conflicts is never written, so that a launch begins without it.
struct ForgetfulFiles: FileSystem {
  let base: any FileSystem

  private func isForgotten(_ path: String) -> Bool { path.hasSuffix("cache-watch-conflicts".fileName) }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func replace(_ path: String, with data: Data) throws {
    if !isForgotten(path) { try base.replace(path, with: data) }
  }
  func append(_ data: Data, to path: String) throws {
    if !isForgotten(path) { try base.append(data, to: path) }
  }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
