import Foundation
import MediaTesting

@testable import HubClient
@testable import MediaCore

extension OperationID {
  static let cloudChanges = OperationID("cloud.changes")
  static let cloudSave = OperationID("cloud.save")
}

/// A shared store that keeps track of changes by a token, as CloudKit does: one record for each video, of which the later one stays.
struct SimulatedCloud {
  static let host = "cloud.test"
  private static let pageSize = 3

  struct Entry {
    let record: WatchRecord
    let writer: String
    let number: Int
  }

  private(set) var entries: [String: [String: Entry]] = [:]
  /// All records that the store has held, by user.
  private(set) var history: [String: [Entry]] = [:]
  /// Records that a later one replaced before the writer of the later one had read them, by user.
  private(set) var unread: [String: [WatchRecord]] = [:]
  private var reads: [String: Set<Int>] = [:]
  private var count = 0
  private var epoch = 0

  /// Makes all tokens unusable: the next pull of each device begins anew.
  mutating func forgetTokens() { epoch += 1 }

  mutating func respond(to request: HTTPRequest) -> HTTPResponse {
    guard let body = request.body.flatMap({ try? JSONValue(parsing: $0) }), let user = body["user"]?.string,
      let device = body["device"]?.string
    else { return HTTPResponse(status: 400) }
    if request.operation == .cloudSave { return save(body["records"]?.array ?? [], user, device) }
    var start = 0
    if let token = body["token"]?.string {
      let parts = token.split(separator: "/").compactMap { Int($0) }
      guard parts.count == 2, parts[0] == epoch else { return .json(["isExpired": true]) }
      start = parts[1]
    }
    let newer = (entries[user] ?? [:]).values.filter { $0.number > start }.sorted { $0.number < $1.number }
    let page = newer.prefix(Self.pageSize)
    reads[device, default: []].formUnion(page.map(\.number))
    return .json([
      "records": .array(page.map { $0.record.wire }), "token": .string("\(epoch)/\(page.last?.number ?? start)"),
      "hasMore": .bool(newer.count > page.count),
    ])
  }

  private mutating func save(_ records: [JSONValue], _ user: String, _ device: String) -> HTTPResponse {
    var newer: [JSONValue] = []
    for record in records.compactMap(WatchRecord.init(wire:)) {
      if let old = entries[user]?[record.videoId] {
        if old.record.lastModified > record.lastModified {
          newer.append(old.record.wire)
          reads[device, default: []].insert(old.number)
          continue
        }
        if old.record == record { continue }
        if old.writer != device, reads[device]?.contains(old.number) != true {
          unread[user, default: []].append(old.record)
        }
      }
      count += 1
      let entry = Entry(record: record, writer: device, number: count)
      entries[user, default: [:]][record.videoId] = entry
      history[user, default: []].append(entry)
    }
    return .json(["newer": .array(newer)])
  }
}

/// The client of a ``SimulatedCloud``, over the device's network with its faults.
struct CloudExchange: WatchStatusExchange {
  let network: any Transport
  let device: String
  let user: String

  var name: String { get async throws(ClientError) { "cloud of \(user)" } }

  func changes(since token: Data?) async throws(ClientError) -> WatchStatusChanges? {
    let json = try await ask(
      .cloudChanges, ["token": token.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null])
    if json["isExpired"]?.bool == true { return nil }
    guard let records = json["records"]?.array, let token = json["token"]?.string else {
      throw ClientError(.undecodable, operation: .cloudChanges)
    }
    return WatchStatusChanges(
      records: records.compactMap(WatchRecord.init(wire:)), token: Data(token.utf8),
      hasMore: json["hasMore"]?.bool == true)
  }

  func save(_ records: [WatchRecord]) async throws(ClientError) -> [WatchRecord] {
    let json = try await ask(.cloudSave, ["records": .array(records.map(\.wire))])
    guard let newer = json["newer"]?.array else { throw ClientError(.undecodable, operation: .cloudSave) }
    return newer.compactMap(WatchRecord.init(wire:))
  }

  private func ask(_ operation: OperationID, _ body: JSONValue) async throws(ClientError) -> JSONValue {
    var body = body
    (body["user"], body["device"]) = (.string(user), .string(device))
    guard let url = URL(string: "https://\(SimulatedCloud.host)/\(operation)") else {
      throw ClientError(.invalidRequest, operation: operation)
    }
    let request = HTTPRequest(method: .post, url: url, body: body.serialized(), operation: operation)
    let response: HTTPResponse
    do { response = try await network.send(request) } catch {
      throw ClientError(error as? TransportFailure == .cancelled ? .cancelled : .unreachable, operation: operation)
    }
    guard response.status == 200 else { throw ClientError(.server, operation: operation) }
    guard let json = try? JSONValue(parsing: response.body) else {
      throw ClientError(.undecodable, operation: operation)
    }
    return json
  }
}

extension WatchRecord {
  /// The record as the store writes it.
  var wire: JSONValue {
    [
      "id": .string(videoId), "status": .string(status.rawValue), "position": .number(playbackPosition),
      "at": .number(lastModified.timeIntervalSinceReferenceDate),
    ]
  }

  init?(wire: JSONValue) {
    guard let id = wire["id"]?.string, let status = wire["status"]?.string, let position = wire["position"]?.double,
      let date = wire["at"]?.double
    else { return nil }
    self.init(
      videoId: id, status: WatchStatus(rawValue: status), lastModified: Date(timeIntervalSinceReferenceDate: date))
    playbackPosition = position
  }

  /// Whether both say the same of the video, whenever they were made.
  func isAlike(_ other: WatchRecord) -> Bool {
    status == other.status && abs(playbackPosition - other.playbackPosition) < 1
  }
}
