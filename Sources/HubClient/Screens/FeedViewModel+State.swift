public import Foundation
public import MediaCore

extension FeedViewModel {
  /// The state of the screen.
  public struct State: ScreenState {
    /// The videos that pass the filter, newest first. If the user marks a video on this screen, the video stays in the list until the next
    /// refresh or change of the filter, so that no row disappears under the user's finger. A refresh that the screen starts by itself moves
    /// no row: its new videos appear when the user pulls or makes a change, or when the app comes to the front again.
    public var videos: [Video] = []
    /// The watch records by video id. Only videos that were marked or played have a record.
    public var records: [String: WatchRecord] = [:]
    /// The number of videos that are neither watched nor skipped, by channel id. The filter does not affect these numbers.
    public var unwatchedCounts: [String: Int] = [:]
    /// The names of channels by channel id.
    public var channelTitles: [String: String] = [:]
    /// The current filter. The view model does not store the filter across launches, but an app can.
    public var filter = FeedFilter()
    /// Whether the files of this device have been read.
    public var isLoaded = false
    /// Whether a refresh is running, whether the user or the app has started it.
    public var isReconciling = false
    public var isRefreshing = false
    /// The current step of the running refresh.
    public var phase: RefreshPhase = .idle
    /// The time of the last successful reconcile; nil if there was none. In a reconcile, the server looks for new videos.
    public var lastReconcileTime: Date?
    /// The time of the last fetch; nil if there was none.
    public var lastSync: Date?
    /// The pause between two automatic reconciles. In a reconcile, the server looks for new videos. The setting is stored on this device.
    public var frequency: ReconcileFrequency = .quarterHour
    /// The number of new videos that the last refresh found. It becomes 0 when the next refresh starts.
    public var newVideosFound = 0

    /// The error of the last load or pull. If the fetch failed, this is the error of the fetch, otherwise the error of the reconcile or the
    /// registration. The error stays until the failed step succeeds. If the server could not be reached, the error goes also when the screen
    /// reads by itself and that step is not due. The videos stay on the screen. ``lastOutcome`` has the errors of all steps.
    public var error: ClientError?
    /// The text about the last refresh, to show to the user. It becomes nil when the user dismisses it or the next refresh starts. The text
    /// is `Found N new videos!`, `Refresh failed: …`, or a message that YouTube's quota is used up.
    public var notice: String?
    /// The outcome of the last refresh, with the error of each step.
    public var lastOutcome: RefreshOutcome?

    /// Whether videos may be missing. This is the case if there are ``gaps``, or if older videos exist that the server does not return or
    /// that exceed the capacity of this device.
    public var isTruncated = false
    /// The conflicts, oldest first. In a conflict, a change of this or another device was overwritten by a later change.
    /// ``FeedViewModel/undo(_:)`` restores the overwritten change.
    public var conflicts: [WatchConflict] = []
    /// The periods from which videos may be missing, newest first.
    public var gaps: [FeedGap] = []
    /// The video that was hidden last. ``FeedViewModel/undoHiding()`` shows it again. Becomes nil ten seconds after the video was hidden.
    public var undoable: Video?

    /// Whether a fetch has shown that this user has neither channels nor videos. If true, let the user add a channel with
    /// ``ChannelsViewModel/add(_:)``.
    public var needsChannels = false

    public init() {}

    /// The number of unwatched videos of all channels.
    public var unwatchedCount: Int { unwatchedCounts.values.reduce(0, +) }

    /// Returns the status of a video; `unknown` if the video was never marked.
    public func status(of video: Video) -> WatchStatus { records[video.videoId]?.status ?? .unknown }

    /// Returns the name of the video's channel, or the channel's id if it has no name.
    public func channelTitle(of video: Video) -> String? {
      video.channelId.map { id in channelTitles[id].flatMap { $0.isEmpty ? nil : $0 } ?? id }
    }
  }
}
