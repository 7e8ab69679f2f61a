import Foundation
import MediaTesting

@testable import MediaCore

/// A phone: its disk and keychain, which survive its processes, and the process that runs now. Each service adds its app.
///
/// `@unchecked Sendable`: one simulation is one thread.
@MainActor
class SimulatedDevice: @unchecked Sendable {
  nonisolated let name: String
  nonisolated let world: SimulatedWorld
  nonisolated(unsafe) var disk: [String: Data] = [:]
  nonisolated(unsafe) var secrets: [String: Secret] = [:]
  nonisolated(unsafe) var skew: Double = 0
  nonisolated(unsafe) var isOffline = false
  /// The host of the address that does not answer this device now.
  nonisolated(unsafe) var stoppedHost: String?
  /// Whether the server itself may have ended the sign-in.
  nonisolated(unsafe) var mayExpire = false
  private var running: SimulatedProcess?
  private var tokens: [ObservationToken] = []
  /// The time zone, which changes as the user travels.
  private let zones = Locked(TimeZone(secondsFromGMT: 0) ?? .current)

  // Mutations that are complete on disk. None of them may ever be lost.
  nonisolated(unsafe) private(set) var kept: [String: MutationRecord] = [:]
  nonisolated(unsafe) private(set) var removed: Set<String> = []
  /// Mutations that a process counted as on the server: a sign-out drops them, even if their end never reached the disk.
  nonisolated(unsafe) private(set) var decided: [String: MutationRecord] = [:]
  /// The journals with the records, by id.
  nonisolated(unsafe) private var journals: [String: String] = [:]
  /// The number of running sign-outs that discard waiting changes, including those that a crash interrupted.
  nonisolated(unsafe) private var discards = 0
  /// The forms that decode the journal's records.
  nonisolated(unsafe) private var forms: [MutationKind: MutationForm] = [:]

  var process: SimulatedProcess {
    guard let running else { preconditionFailure("not started") }
    return running
  }

  init(_ name: String, in world: SimulatedWorld) {
    self.name = name
    self.world = world
    if world.strikes(.clockSkew, 1) { skew = world.pick([-172_800, -3600, -45, 30, 7200, 172_800]) }
  }

  /// Launches the app on the device's disk. Each launch has its own environment and shares no memory with an earlier one.
  func start() async {
    let process = SimulatedProcess(self, in: world)
    running = process
    var environment = ClientEnvironment.manual(seed: world.dice.next())
    environment.clock = process
    environment.files = world.sabotage == .checksum ? UncheckedFiles(base: process) : process
    environment.secrets = process
    environment.timeZone = { [zones] in zones.withLock { $0 } }
    launch(environment, SimulatedNetwork(process, self, in: world))
    tokens = []
    attach(queue)
    world.log("\(name) starts")
    if world.strikes(.midnight, 0.7), let zone = TimeZone(secondsFromGMT: world.pick([42_600, 43_000, -43_140])) {
      zones.withLock { $0 = zone }
    }
    let token = observe { [weak self, world, name] status in
      guard let self, case .expired = status, !process.isDead else { return }
      if !self.mayExpire { world.violation("\(name) was signed out without the server's word") }
    }
    tokens.append(token)
  }

  /// Follows what the queue of the process decides.
  func attach(_ queue: MutationQueue) {
    let process = process
    forms = queue.shared.lanes.forms
    let decisions = queue.shared.subscribe(
      .init(
        kinds: Set(forms.keys), isOwed: { _, _ in false }, takeOwed: { _, _ in }, load: {},
        handle: { [weak self] _, events, _ in
          for case .changed(let record) in events where record.isOnServer && !process.isDead {
            self?.decided[record.id] = record
          }
        }))
    tokens.append(decisions)
  }

  // MARK: The app, which a service supplies

  func launch(_ environment: ClientEnvironment, _ transport: any Transport) {}
  /// The queue of a widget's process, which reads the device's folder.
  func reading(_ environment: ClientEnvironment) throws(ClientError) -> MutationQueue {
    preconditionFailure("no widget")
  }
  /// The options of the app's service: the server has a second address in runs that switch between them.
  var options: ClientOptions {
    with(ClientOptions()) {
      let away = AlternativeAddress(ServerAddress(verifiedHost: Self.hosts[1]), isConfirmed: true)
      if world.has(.addressSwitch) { $0.alternatives = [away] }
    }
  }
  /// The hosts of the server's addresses; the first is that of `ServerAddress.fake`.
  static let hosts = ["server.test", "away.test"]
  /// Ends the work of the app's screens, as the end of a process does.
  func close() {}
  /// Closes the screens, as a user does.
  func leave() async {}
  func status() async throws(ClientError) -> AccountSession.Status { .signedOut }
  func observe(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    ObservationToken {}
  }
  func signIn(_ user: String, _ password: String) async throws(ClientError) {}
  func signOut(_ pending: PendingWork) async throws(ClientError) {}
  func flush() async {}
  /// Sends a request that needs the sign-in.
  func ask() async {}
  var queue: MutationQueue { preconditionFailure("no queue") }
  var session: AccountSession { preconditionFailure("no session") }
  /// Called for a new mutation that was written to disk completely.
  nonisolated func keeps(_ record: MutationRecord) {}
  /// Called when a mutation is first written to disk as synced.
  nonisolated func syncs(_ record: MutationRecord) {}

  // MARK: Accounts

  /// The user who is signed in.
  func user() async -> String? {
    guard case .signedIn(let id, _) = try? await status() else { return nil }
    return world.names[id]
  }

  func signIn(as user: String) async throws(ClientError) {
    try await signIn(user, SimulatedWorld.passwords[user] ?? "")
    mayExpire = false
  }

  /// Signs out and discards waiting changes.
  func signOutDiscarding() async {
    let process = process
    discards += 1
    guard (try? await signOut(.discard)) != nil, !process.isDead else { return }
    discards -= 1
  }

  // MARK: The disk

  nonisolated func readDisk(_ path: String) -> Data? { disk[path] }

  nonisolated func names(in folder: String) -> [String] {
    let inside = disk.keys.filter { $0.hasPrefix(folder + "/") }.map { $0.dropFirst(folder.count + 1) }
    return Set(inside.map { String($0.prefix { $0 != "/" }) }).sorted()
  }

  /// Collects the complete records from data written to a journal.
  nonisolated func readRecords(from data: Data, _ path: String) {
    guard path.hasSuffix(".journal") else { return }
    let decoder = JSONDecoder()
    if let key = CodingUserInfoKey.mutationForms { decoder.userInfo[key] = forms }
    for payload in JournalFrames.payloads(in: data) where payload.isWhole {
      guard let line = try? decoder.decode(Line.self, from: payload.data) else { continue }
      switch line.change {
      case .put(let record):
        // Don't count a rewritten record as new: a mutation that was sent stays the same, and a closed one may be what is left of an
        // older one.
        let isSent = (try? JSONValue(parsing: payload.data))?["change"]?["put"]?["_0"]?["payload"]?["sent"] != nil
        let isNew = kept[record.id]?.payload.hasSameMutation(as: record.payload) != true && !isSent && record.isOpen
        let before = kept[record.id]?.state
        kept[record.id] = record
        journals[record.id] = path
        if isNew { keeps(record) }
        if record.state == .synced, before != .synced { syncs(record) }
      case .remove(let id): removed.insert(id)
      }
    }
  }

  /// The record, and its remainders after each newer mutation of the same target that reached the server.
  func remainders(of record: MutationRecord, among all: [MutationRecord]) -> [MutationRecord] {
    guard let form = forms[record.kind] else { return [record] }
    let newer = all.filter { $0.target == record.target && $0.kind == record.kind && $0.order > record.order }
    return newer.filter(\.isOnServer).reduce(into: [record]) { rests, newer in
      rests.append(form.rebased(rests.last ?? record, newer))
    }
  }

  /// Called before a folder is removed. An account's changes may only be lost with it if the user has discarded them.
  nonisolated func erases(_ folder: String) {
    let lost = journals.filter { $0.value.hasPrefix(folder + "/") && !removed.contains($0.key) }.keys
    guard !lost.isEmpty else { return }
    if discards == 0 { world.violation("\(name) erases changes that nobody discarded") }
    removed.formUnion(lost)
  }

  private struct Line: Decodable {
    let change: Outbox.Change
  }
}

/// The records in a piece of a journal. Each has a mark, a length, a checksum of the payload, a checksum of these, and the payload.
enum JournalFrames {
  private static let mark: [UInt8] = [0xFF] + Array("REC".utf8)
  static let checksumOffset = 8
  static let headerLength = 16

  static func payloads(in data: Data) -> [(range: Range<Int>, data: Data, isWhole: Bool)] {
    let bytes = [UInt8](data)
    var found: [(Range<Int>, Data, Bool)] = []
    func number(_ index: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) } }
    var index = 0
    while index + headerLength <= bytes.count {
      let length = Int(number(index + 4))
      guard bytes[index...].starts(with: mark), length <= bytes.count - index - headerLength else {
        index += 1
        continue
      }
      let range = index..<(index + headerLength + length)
      let payload = bytes[(index + headerLength)..<range.upperBound]
      let isWhole =
        Checksum.crc32(payload) == number(index + 8) && Checksum.crc32(bytes[index..<index + 12]) == number(index + 12)
      found.append((range, Data(payload), isWhole))
      // Behind a damaged record, look for the next one byte by byte.
      index = isWhole ? range.upperBound : index + 1
    }
    return found
  }
}
