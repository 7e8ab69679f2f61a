public import MediaCore

extension HubService {
  /// Writes a ``HubSnapshot`` now, and again after each change of the data in it, at most once a second. Writing ends when the token is
  /// released or the user's data is erased. Call this when the app starts, in the process that owns the folder. A widget only reads the
  /// snapshot.
  public func keepSnapshot() -> ObservationToken {
    let begun = client.accounts.signOutCount
    return HubSnapshot.file.keep(
      for: client, observing: [library.videos.observe, library.channels.observe, library.statuses.observe]
    ) { () async throws(ClientError) in
      // After a sign-out, write nothing: the caches are empty, and an empty snapshot would replace the erased file.
      if client.accounts.signOutCount == begun { try await write() }
    }
  }

  /// Writes the ``HubSnapshot`` of the user. The snapshot is durable when the call returns.
  /// - Throws: `storageFailed`.
  public func writeSnapshot() async throws(HubError) { try await during(.storage, await write()) }

  private func write() async throws(ClientError) {
    try await HubSnapshot.file.write(in: client.accounts) { () async throws(ClientError) in
      let (known, records) = (try await library.videos.shown().videos, try await library.statuses.saved().records)
      let titles = try await library.channels.saved().titles
      let unwatched = known.filter { records[$0.videoId]?.status.isUnwatched ?? true }
      let rows = unwatched.prefix(HubSnapshot.limit).map { video in
        HubSnapshot.Row(video, records[video.videoId], titles)
      }
      return HubSnapshot(madeAt: client.environment.clock.now(), unwatchedCount: unwatched.count, videos: rows)
    }
  }
}

extension HubSnapshot.Row {
  /// The row of a video.
  /// - Parameter titles: the names of channels, by their ids.
  init(_ video: Video, _ record: WatchRecord?, _ titles: [String: String]) {
    self.init(
      video: with(video) { $0.description = nil },
      channelTitle: video.channelId.flatMap { titles[$0] }.flatMap { $0.isEmpty ? nil : $0 },
      playbackPosition: record?.playbackPosition ?? 0)
  }
}
