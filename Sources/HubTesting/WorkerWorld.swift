public import Foundation
import MediaTesting

/// The initial data of a ``FakeWorkerServer``.
public struct WorkerWorld: Sendable, Hashable {
  /// A channel of the Worker.
  public struct Channel: Sendable, Hashable {
    public var id: String
    /// The name; nil until it was looked up.
    public var title: String?
    /// The address of the picture.
    public var thumbnail: String?

    /// Creates a channel with its id at YouTube.
    public init(_ id: String, title: String? = nil, thumbnail: String? = nil) {
      (self.id, self.title, self.thumbnail) = (id, title, thumbnail)
    }
  }

  /// The channels in the order of their registration.
  public var channels: [Channel] = []
  /// The videos in the order in which the server stored them.
  public var uploads: [HubWorld.Upload] = []

  /// Creates an empty world.
  public init() {}

  /// The channels and videos of ``HubWorld/sample``; one of the channels has no title yet.
  public static let sample: WorkerWorld = .sample(at: ManualClock.defaultStart)

  /// The world of ``sample`` at another moment.
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
