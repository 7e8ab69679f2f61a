public import Foundation
public import MediaCore

/// A screen with the list of the user's channels. The screen shows whether each channel is registered at the server, and lets the user add
/// channels.
///
/// ```swift
/// let channels = ChannelsViewModel(hub: hub)
/// channels.onChange = { state in render(state) }
/// channels.load()
/// channels.add("https://www.youtube.com/channel/UC…")
/// ```
///
/// Until the app has set the wanted channels (``ChannelStore/setWanted(_:)``), the list also contains the channels of the stored videos,
/// the channels that a Worker lists, and the channels that this device has registered, even if they have no videos yet. A Hub cannot list
/// the channels that other devices have added.
@MainActor
public final class ChannelsViewModel: ViewModel {
  /// A row of the list, which shows one channel.
  public struct Row: Sendable, Hashable, Identifiable {
    public let id: String
    /// The name of the channel, or its id if it has no name.
    public var title: String
    /// The number of stored videos of the channel.
    public var videoCount: Int
    /// The number of stored videos of the channel that are neither watched nor skipped.
    public var unseenCount = 0
    /// The newest stored video of the channel; nil if the channel has no stored videos.
    public var latest: Video?
    /// The address of the channel's picture; nil if neither the server nor the app (``ChannelStore/setPictures(_:)``) has set one.
    public var pictureURL: URL?
    /// Whether the channel is registered at the server.
    public var registration: Registration
    /// Whether the id does not look like the id of a YouTube channel. The server accepts such an id, but never finds videos for it.
    public var isUnusual: Bool { !ChannelID.isWellFormed(id) }
  }

  /// The state of a channel's registration at the server. Once a channel is registered, the server looks for the channel's videos.
  public enum Registration: Sendable, Hashable {
    /// The channel is registered at the server.
    case done
    /// The channel is not registered yet. It is registered as soon as the server can be reached.
    case waiting
    /// The server refused the registration. Remove the channel, or try again with ``ChannelsViewModel/retry()``.
    case refused(reason: String)
  }

  /// The state of the screen.
  public struct State: ScreenState {
    /// The wanted channels in the app's order, followed by other channels in the order of their names.
    public var channels: [Row] = []
    /// Whether the files of this device have been read.
    public var isLoaded = false
    public var isRefreshing = false
    public var error: ClientError?
    /// A sentence for the user after ``ChannelsViewModel/add(_:)`` was called with a text that contains no channel id.
    public var notice: String?

    public init() {}

    /// The channels that have unseen videos. Channels with newer videos come first.
    public var withUnseen: [Row] {
      channels.filter { $0.unseenCount > 0 }.sorted {
        ($0.latest?.publishedAt ?? .distantPast, $1.id) > ($1.latest?.publishedAt ?? .distantPast, $0.id)
      }
    }

    /// The number of unseen videos of all channels together.
    public var unseenCount: Int { channels.reduce(0) { $0 + $1.unseenCount } }
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  /// The library whose channels the screen shows.
  public let library: VideoLibrary
  private let screen: StoreScreen<State>

  /// Creates a screen for a library, such as the library of a ``VideoFeed`` that the app implements.
  public init(library: VideoLibrary) {
    self.library = library
    screen = StoreScreen(State(), accounts: library.accounts)
    screen.attach(self, observing: [library.channels.observe, library.videos.observe, library.statuses.observe]) {
      await $0.render()
    } fetch: {
      (model) async throws(ClientError) in
      try await model.fetch()
    }
  }

  /// Creates a screen for a Hub.
  public convenience init(hub: HubService) { self.init(library: hub.library) }
  /// Creates a screen for a Worker.
  public convenience init(worker: WorkerService) { self.init(library: worker.library) }

  /// Shows the stored channels. While a file cannot be read, the screen stays as it is.
  private func render() async {
    do throws(ClientError) {
      let saved = try await library.channels.saved()
      let refusal = try await library.channels.refusal()
      let records = try await library.statuses.saved().records
      // Videos come newest first, so `own.first` is a channel's latest video.
      let videos = Dictionary(grouping: try await library.videos.shown().videos) { $0.channelId ?? "" }
      let missing = Set(saved.missing)
      func row(_ id: String) -> Row {
        let own = videos[id] ?? []
        return Row(
          id: id, title: saved.title(of: id), videoCount: own.count,
          unseenCount: own.count { (records[$0.videoId]?.status ?? .unknown).isUnwatched }, latest: own.first,
          pictureURL: saved.pictures?[id],
          registration: !missing.contains(id) ? .done : refusal.map { .refused(reason: $0) } ?? .waiting)
      }
      let chosen = saved.toRegister
      let known = Set(videos.keys).union(saved.registered).union(saved.listed ?? []).subtracting([""])
      let others = saved.wanted == nil ? known.subtracting(chosen + (saved.removed ?? [])) : []
      var state = screen.state
      state.channels = chosen.map(row) + others.map(row).sorted { ($0.title, $0.id) < ($1.title, $1.id) }
      state.isLoaded = true
      screen.state = state
    } catch {
      library.log.add(.warning, "channels: \(error)")
    }
  }

  /// Sends waiting registrations, then reads the channels' names. A pull to refresh first removes the notice.
  private func fetch() async throws(ClientError) {
    if screen.state.isRefreshing { screen.state.notice = nil }
    _ = try await ClientError.of(await library.channels.ensureRegistered())
    try await library.channels.fetchTitles(from: library.feed)
  }

  // MARK: Changing

  /// Adds a channel by its id or by an address that contains the id; see ``ChannelID/found(in:)``. The channel is shown at once, and is
  /// registered as soon as the server can be reached. If the text is a handle, a name, a video or a playlist, no channel is added, because
  /// only YouTube can find the channel's id. A notice then explains this. The notice is removed by `dismissNotice()`, by the next channel
  /// that is added, and by the next pull to refresh.
  public func add(_ text: String) {
    let address = ChannelAddress(text)
    guard let id = address.id else {
      screen.state.notice = address.notice(library.environment.texts)
      return
    }
    screen.state.notice = nil
    change { (channels) async throws(HubError) in try await channels.add(id) }
  }

  /// Removes ``State/error`` after the user has read it. The next load or refresh that fails sets the error again.
  public func dismissError() { screen.state.error = nil }

  /// Removes a channel on this device only. The videos of the channel are no longer shown, but the server continues to collect them.
  public func remove(_ channel: Row.ID) {
    change { (channels) async throws(HubError) in try await channels.remove(channel) }
  }

  /// Sets the name of a channel on this device. An empty text removes the name.
  public func rename(_ channel: Row.ID, to title: String) {
    change { (channels) async throws(HubError) in
      try await channels.setTitles([channel: title])
      return []
    }
  }

  /// Marks all stored videos of a channel as watched, except videos that are marked as skipped.
  public func markWatched(_ channel: Row.ID) {
    screen.act { [library] () async throws(ClientError) in
      let ids = try await library.videos.shown().videos.filter { $0.channelId == channel }.map(\.videoId)
      try await ClientError.of(await library.statuses.markWatched(ids))
      return []
    }
  }

  /// Tries again to register channels whose registration the server refused.
  public func retry() {
    change { (channels) async throws(HubError) in
      try await channels.ensureRegistered()
      return []
    }
  }

  private func change(_ body: @escaping @Sendable (ChannelStore) async throws(HubError) -> [Submission]) {
    screen.act { [channels = library.channels] () async throws(ClientError) in
      try await ClientError.of(await body(channels))
    }
  }
}
