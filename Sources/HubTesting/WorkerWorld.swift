public import Foundation
import MediaTesting

/// The initial data of a ``FakeWorkerServer``.
public struct WorkerWorld: Sendable, Hashable {
  /// A channel that the Worker has.
  public struct Channel: Sendable, Hashable {
    public var id: String
    /// The name; nil while it has not been looked up.
    public var title: String?
    /// The address of the picture.
    public var thumbnail: String?

    /// A channel with its id at YouTube.
    public init(_ id: String, title: String? = nil, thumbnail: String? = nil) {
      (self.id, self.title, self.thumbnail) = (id, title, thumbnail)
    }
  }

  /// In the order in which they were registered.
  public var channels: [Channel] = []
  /// In the order in which the server stored them.
  public var uploads: [HubWorld.Upload] = []

  /// Nothing at all.
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
