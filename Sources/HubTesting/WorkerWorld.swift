public import Foundation
import MediaTesting

/// The initial data of a ``FakeWorkerServer``: its channels and videos.
public struct WorkerWorld: Sendable, Hashable {
  /// A channel of the Worker.
  public struct Channel: Sendable, Hashable {
    public var id: String
    /// The name of the channel; nil until the server has looked it up.
    public var title: String?
    /// The address of the channel's picture.
    public var thumbnail: String?

    /// Creates a channel.
    public init(_ id: String, title: String? = nil, thumbnail: String? = nil) {
      (self.id, self.title, self.thumbnail) = (id, title, thumbnail)
    }
  }

  /// The channels, in the order in which they were registered.
  public var channels: [Channel] = []
  /// The videos in the order in which the server stored them.
  public var uploads: [HubWorld.Upload] = []

  /// Creates a world without channels and videos.
  public init() {}

  /// The channels and videos of ``HubWorld/sample``. One of the channels has no title yet.
  public static let sample: WorkerWorld = .sample(at: ManualClock.defaultStart)

  /// Returns the world of ``sample`` with its publication dates moved, so that `now` takes the place of the sample's start time.
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
