import Foundation
import MediaTesting

@testable import HubClient
@testable import HubTesting
@testable import MediaCore

/// A world with a Hub, which has no sign-in and no watch statuses, and the store that the devices exchange watch statuses through.
///
/// `@unchecked Sendable`: one simulation is one thread.
final class SimulatedHub: SimulatedWorld, @unchecked Sendable {
  /// The ids of the users at the Hub.
  static let ids = [
    "ada": "ada00000-0000-4000-8000-000000000001", "grace": "grace000-0000-4000-8000-000000000002",
  ]
  /// The channels that each user may choose. No channel belongs to two users, so that a check detects another user's data.
  static let channels = [
    "ada": ["UCada-workshop-000000000", "UCada-kitchen-0000000000", "UCada-harbour-0000000000"],
    "grace": ["UCgrace-garden-000000000", "UCgrace-theatre-00000000"],
  ]

  private(set) var server = FakeHubServer()
  private(set) var cloud = SimulatedCloud()
  private var uploads = 0
  /// The channels of all videos.
  private var channels: [String: String] = [:]
  /// The feed requests: of which device, for which user.
  private var feeds: [(device: SimulatedDevice, user: String)] = []
  /// The last complete answer to a feed request, by device and user: the device's time when it arrived.
  private(set) var lastAnswer: [Holding: Date] = [:]
  /// The channels that the server has ever had, by user.
  private(set) var registered: [String: Set<String>] = [:]
  /// Marks of watched videos that their users have taken back themselves, on any device.
  var takenBack: Set<Mark> = []

  /// A device and a user who may use it.
  struct Holding: Hashable {
    let device: String
    let user: String
  }

  /// A user's video.
  struct Mark: Hashable {
    let user: String
    let video: String
  }

  override init(_ setup: Simulation.Setup, _ scheduler: DeterministicScheduler) {
    super.init(setup, scheduler)
    var world = HubWorld()
    for user in Self.users {
      guard let id = Self.ids[user], let channels = Self.channels[user], let known = HubUserID(id) else { continue }
      names[id] = user
      names[known.storageName(.fake)] = user
      for channel in channels.prefix(2) {
        for _ in 0..<3 {
          world.add(upload(to: channel, hoursAgo: Double((uploads + 1) * 7)))
        }
      }
    }
    // The server already has the first user.
    world.users[Self.ids["ada"] ?? ""] = Array((Self.channels["ada"] ?? []).prefix(1))
    server = FakeHubServer(world: world, clock: clock)
    noteWrite()
  }

  private func upload(to channel: String, hoursAgo: Double = 0) -> HubWorld.Upload {
    uploads += 1
    let id = "video\(100 + uploads)"
    channels[id] = channel
    return HubWorld.Upload(
      id, channel: channel, published: serverNow.addingTimeInterval(-3600 * hoursAgo), title: "Video \(uploads)")
  }

  /// The videos that the server has for a user, with their channels.
  func held(by user: String) -> [String: String] {
    let own = server.channels(of: Self.ids[user] ?? "") ?? []
    let stored = server.storedVideos
    return channels.filter { stored.contains($0.key) && own.contains($0.value) }
  }

  /// Publishes a video in a channel of `user`, with a push to the server or without one.
  func publish(for user: String) {
    let new = upload(to: pick(Self.channels[user] ?? []))
    if dice.next() % 2 == 0 { server.push(new) } else { server.upload(new) }
    log("published \(new.id) in \(new.channel.dropFirst(2).prefix(12))")
  }

  override func respond(to request: HTTPRequest) -> HTTPResponse {
    guard request.url.host == SimulatedCloud.host else { return server.respond(to: request) }
    if request.operation == .cloudChanges, strikes(.expiry, 0.08, on: request) { cloud.forgetTokens() }
    return cloud.respond(to: request)
  }

  override func noteWrite() {
    for (user, id) in Self.ids { registered[user, default: []].formUnion(server.channels(of: id) ?? []) }
  }

  private var backup: HubState?
  override func backUp() { backup = server.state.withLock { $0 } }
  override func restoreBackup() {
    guard let backup else { return }
    server.state.withLock { $0 = backup }
    // A backup from before the user came.
    if pickAdded([true, false]) { server.forgetUsers() }
  }
  override func setOutage(_ part: Int?) {
    server.setQuotaExceeded(part == 0)
    server.setDatabaseDown(part == 1)
  }
  override func restartServer() { server.restart() }
  override func revokeAllTokens() { cloud.forgetTokens() }

  // MARK: The record

  override func begins(_ request: HTTPRequest, on device: SimulatedDevice) -> Int? {
    guard request.operation == .hubFeedPage,
      let user = Self.ids.first(where: { request.url.path.contains($0.value) })?.key
    else { return nil }
    feeds.append((device, user))
    return feeds.count - 1
  }

  override func isAnswered(_ mark: Int, _ response: HTTPResponse) {
    let json = try? JSONValue(parsing: response.body)
    let isFeed = response.status == 200 && json?["videos"]?.array != nil
    // The server's word that it has no such user is an answer as well: an empty feed.
    let isNew = response.status == 404 && json?["message"]?.string == "User not found"
    guard isFeed || isNew else { return }
    let (device, user) = feeds[mark]
    let holding = Holding(device: device.name, user: user)
    lastAnswer[holding] = max(lastAnswer[holding] ?? .distantPast, serverNow + device.skew)
  }
}
