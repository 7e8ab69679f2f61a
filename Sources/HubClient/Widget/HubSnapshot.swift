public import Foundation
public import MediaCore

/// The content of a widget in one small file: the newest videos that were not watched.
///
/// The app keeps the file (``HubService/keepSnapshot()``). A widget reads it for each timeline, with one file operation and without
/// opening the user's caches:
///
/// ```swift
/// func newest(address: ServerAddress, environment: ClientEnvironment) throws(HubError) -> Video? {
///   try HubSnapshot.read(of: address, environment: environment)?.videos.first?.video
/// }
/// ```
/// A snapshot is as old as ``madeAt``: it has what the app had on this device at that time.
public struct HubSnapshot: Codable, Hashable, Sendable {
  /// A video with its channel's name and the playback position, as this device has them.
  public struct Row: Codable, Hashable, Sendable, Identifiable {
    /// The video, without its description.
    public var video: Video
    /// The channel's name; nil when this device does not have it.
    public var channelTitle: String?
    /// The position at which watching stopped, in seconds from the start; 0 for a video that was not played.
    public var playbackPosition: Double

    public var id: String { video.videoId }

    /// Creates a row, for a preview of a widget.
    public init(video: Video, channelTitle: String? = nil, playbackPosition: Double = 0) {
      self.video = video
      self.channelTitle = channelTitle
      self.playbackPosition = playbackPosition
    }
  }

  /// When the app wrote the snapshot, by the device's clock.
  public var madeAt: Date
  /// The number of videos of the wanted channels that were neither watched nor skipped nor hidden.
  public var unwatchedCount: Int
  /// The newest unwatched videos, at most ``limit``.
  public var videos: [Row]

  /// The maximum number of videos.
  public static let limit = 8

  /// Creates a snapshot, for a preview of a widget.
  public init(madeAt: Date, unwatchedCount: Int = 0, videos: [Row] = []) {
    self.madeAt = madeAt
    self.unwatchedCount = unwatchedCount
    self.videos = videos
  }

  static let file = SnapshotFile<HubSnapshot>(version: 1)

  /// Reads the snapshot that the app of this folder has written for its user; nil when there is none.
  /// - Parameters:
  ///   - server: the address that the app's service was made with; one of its other addresses costs a second file operation.
  ///   - environment: an environment with the same folder as the app's.
  /// - Throws: `storageFailed` when the file cannot be read now, as on a locked device.
  public static func read(
    of server: ServerAddress, environment: ClientEnvironment = .live()
  ) throws(HubError) -> HubSnapshot? {
    do throws(ClientError) {
      return try file.read("hub", at: server, in: environment, .hub(environment))
    } catch { throw HubError(error, during: .storage) }
  }
}
