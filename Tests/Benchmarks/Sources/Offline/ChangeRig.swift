import Foundation
import Measure
import MediaCore
import MediaTesting

/// A change of a made-up service: an item is watched or not.
struct MarkItem: Mutation {
  struct NoServer: Sendable {}

  static let kind: MutationKind = "benchmark.mark"
  var item: String
  var isWatched: Bool

  var target: String { item }

  func fetch(_ api: NoServer, _ context: MutationContext) async throws(ClientError) -> Bool? {
    throw ClientError(.unreachable, operation: OperationID("benchmark.fetch"))
  }

  func perform(_ api: NoServer, over remote: Bool?, _ context: MutationContext) async throws(ClientError) {
    throw ClientError(.unreachable, operation: OperationID("benchmark.perform"))
  }

  func isReflected(in remote: Bool?) -> Bool { remote == isWatched }
}

/// The values of the sample service that a device keeps.
struct KnownItems: Codable, Equatable, Sendable {
  var marks: [String: Bool] = [:]
}

/// The queue and the cache of a device that has no network, on a real disk.
struct ChangeRig: Sendable {
  let folder: URL
  let queue: MutationQueue
  let cache: AccountCache<KnownItems>
  private let tokens: [ObservationToken]
  private let client: ServiceClient

  struct NoNetwork: Transport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw TransportFailure.unreachable(.noNetwork) }
  }

  init(known: Int) async throws {
    folder = Disk.folder("changes")
    client = ServiceClient(
      service: "benchmark", address: .fake, check: nil, coder: JSONCoder(dates: .iso8601), transport: NoNetwork(),
      environment: .manual(clock: ManualClock(patience: nil), files: FolderFileSystem(folder: folder)),
      account: "ada"
    ) { _ in AuthenticationScheme() }
    queue = MutationQueue(in: client.accounts, handlers: [MutationHandler(MarkItem.self, MarkItem.NoServer())])
    let overlay = MutationOverlay<KnownItems>(MarkItem.self) { $1.marks[$0.item] = $0.isWatched }
    cache = .shared("items", empty: KnownItems(), in: client.accounts, queue: queue, overlays: [overlay])
    let items = (0..<known).map { ("item-\($0)", $0 % 2 == 0) }
    try await cache.update { $0.marks = Dictionary(uniqueKeysWithValues: items) }
    _ = try await cache.view()
    // Observe both, as a screen does.
    tokens = [cache.observe {}, queue.observe {}]
  }

  /// Makes changes until `count` of them wait for a network; nil when that takes longer than `patience` seconds.
  func wait(for count: Int, patience: Double = 12) async throws -> Int? {
    let start = Clock.wall.now
    var done = 0
    while done < count {
      guard Clock.wall.now - start < patience else { return nil }
      let end = min(count, done + 200)
      try await submit(done..<end)
      done = end
    }
    await queue.settled()
    return done
  }

  /// Makes changes at the same time, each of an item of its own.
  func submit(_ numbers: Range<Int>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in numbers {
        group.addTask { try await queue.submit(MarkItem(item: "waiting-\(number)", isWatched: true)) }
      }
      try await group.waitForAll()
    }
  }

  /// Bytes in the journals, without the room behind their records.
  var journalBytes: Int {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".journal") }.reduce(0) { sum, name in
      let data = try? Data(contentsOf: folder.appendingPathComponent(name))
      return sum + (data?.lastIndex { $0 != 0 } ?? -1) + 1
    }
  }

  func remove() { Disk.remove(folder) }
}
