public import Foundation
public import MediaCore

/// The content of a widget in one small file: the newest unwatched videos.
///
/// The app writes the file (``HubService/keepSnapshot()``). A widget reads the file for each timeline, with one file operation and without
/// opening the user's caches:
///
/// ```swift
/// func newest(address: ServerAddress, environment: ClientEnvironment) throws(HubError) -> Video? {
///   try HubSnapshot.read(of: address, environment: environment)?.videos.first?.video
/// }
/// ```
/// A snapshot shows the data that was on this device at the time ``madeAt``.
public struct HubSnapshot: Codable, Hashable, Sendable {
  /// A video with the name of its channel and the playback position, as stored on this device.
  public struct Row: Codable, Hashable, Sendable, Identifiable {
    /// The video, without its description.
    public var video: Video
    /// The name of the channel; nil if this device does not have it.
    public var channelTitle: String?
    /// The position at which the user stopped watching, in seconds from the start; 0 if the video was not played.
    public var playbackPosition: Double

    public var id: String { video.videoId }

    /// Creates a row, for the preview of a widget.
    public init(video: Video, channelTitle: String? = nil, playbackPosition: Double = 0) {
      self.video = video
      self.channelTitle = channelTitle
      self.playbackPosition = playbackPosition
    }
  }

  /// The time at which the app wrote the snapshot, by the device's clock.
  public var madeAt: Date
  /// The number of videos of the wanted channels that are neither watched nor skipped nor hidden.
  public var unwatchedCount: Int
  /// The newest unwatched videos, at most ``limit``.
  public var videos: [Row]

  /// The maximum number of videos in a snapshot.
  public static let limit = 8

  /// Creates a snapshot, for the preview of a widget.
  public init(madeAt: Date, unwatchedCount: Int = 0, videos: [Row] = []) {
    self.madeAt = madeAt
    self.unwatchedCount = unwatchedCount
    self.videos = videos
  }

  static let file = SnapshotFile<HubSnapshot>(version: 1)

  /// Reads the snapshot that the app has written for its user. Returns nil if there is no snapshot.
  /// - Parameters:
  ///   - server: the address with which the app created its service. Another address of the same server also works, but needs a second file
  ///     operation.
  ///   - environment: an environment with the same folder as the app's environment.
  /// - Throws: `storageFailed` if the file cannot be read now, as on a locked device.
  public static func read(
    of server: ServerAddress, environment: ClientEnvironment = .live()
  ) throws(HubError) -> HubSnapshot? {
    do throws(ClientError) {
      return try file.read("hub", at: server, in: environment, .hub(environment))
    } catch { throw HubError(error, during: .storage) }
  }
}
