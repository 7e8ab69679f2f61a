public import Foundation
import MediaTesting

/// The initial data of a ``FakeWorkerServer``.
public struct WorkerWorld: Sendable, Hashable {
  public struct Channel: Sendable, Hashable {
    public var id: String
    public var title: String?
    public var thumbnail: String?

    public init(_ id: String, title: String? = nil, thumbnail: String? = nil) {
      (self.id, self.title, self.thumbnail) = (id, title, thumbnail)
    }
  }

  public var channels: [Channel] = []
  /// In the order in which the server stored them.
  public var uploads: [HubWorld.Upload] = []

  public init() {}

  /// The channels and videos of ``HubWorld/sample``; one of the channels has no title yet.
  public static let sample: WorkerWorld = .sample(at: ManualClock.defaultStart)

  /// ``sample`` at another moment.
  public static func sample(at now: Date) -> WorkerWorld {
    var world = WorkerWorld()
    world.channels = [
      Channel(HubWorld.workshop, title: "The Workshop", thumbnail: "https://yt3.example.test/workshop.jpg"),
      Channel(HubWorld.kitchen),
    ]
    world.uploads = HubWorld.sample(at: now).uploads.filter { $0.channel != HubWorld.harbour }
      .sorted { $0.published < $1.published }
    return world
  }
}
