import Foundation
import MediaCore

extension VideoLibrary {
  func exportData(with mover: AccountMover) async throws(HubError) -> Data {
    do throws(ClientError) { return try await mover.exportData() } catch { throw .storageFailed(error) }
  }

  func importData(
    _ data: Data, from other: ServerAddress?, with mover: AccountMover
  ) async throws(HubError) -> ImportReport {
    do throws(ClientError) { return try await mover.importData(data, from: other) } catch {
      throw .storageFailed(error)
    }
  }

  /// The parts of an exported file.
  var movedParts: [MovedPart] {
    let storage = channels.storage
    return [
      channels.moved, videos.movedHidden, statuses.moved, .conflicts("watchConflicts", statuses.conflictStore),
      .settings("reconciling", first: ReconcileFrequency.quarterHour) { () async throws(ClientError) in
        try await storage.throttle.read { saved, _ in saved.frequency }
      } write: { (frequency, account) async throws(ClientError) in
        try await storage.throttle.update(of: account) { $0.frequency = frequency }
      },
    ]
  }
}

extension ChannelStore {
  /// The channels in an exported file. The channels of both devices are wanted afterwards, without those that the user has removed here.
  var moved: MovedPart {
    MovedPart("channels", in: storage.channels, empty: SavedChannels(), isPlausible: \.isPlausible) {
      known, moved, part in
      known.merge(moved, &part)
    }
  }
}

extension SavedChannels {
  /// Whether the channels of a file can be counted on.
  fileprivate var isPlausible: Bool { (0...1 << 40).contains(registrations) && (0...1 << 40).contains(fetched) }

  fileprivate mutating func merge(_ moved: SavedChannels, _ part: inout ImportReport.Part) {
    let before = Set(toRegister)
    let isFirst = selection == Selection()
    if isFirst {
      selection = moved.selection
    } else {
      for channel in moved.toRegister where !(removed ?? []).contains(ChannelID.visible(channel)) {
        selection.add(channel)
      }
      // Take over removed channels only if this device has no `wanted` set: that set already leaves out all other channels.
      if wanted == nil {
        let mine = Set((added ?? []).map(ChannelID.visible))
        let theirs = (moved.removed ?? []).filter { !mine.contains($0) }
        if !theirs.isEmpty { removed = ChannelID.cleaned((removed ?? []) + theirs) }
      }
    }
    part.taken = Set(toRegister).subtracting(before).count
    part.skip(.known, Set(moved.toRegister).intersection(before).count)
    titles.merge(moved.titles) { mine, _ in mine }
    if let theirs = moved.pictures { pictures = (pictures ?? [:]).merging(theirs) { mine, _ in mine } }
    if !moved.registered.isSubset(of: registered) {
      isNew = registered.isEmpty && moved.isNew
      registered.formUnion(moved.registered)
      // Increase `registrations`, so that the next fetch includes the new channels.
      registrations += 1
    }
  }
}

extension FeedStore {
  /// The hidden videos in an exported file.
  var movedHidden: MovedPart {
    MovedPart("hiddenVideos", in: storage.hidden, empty: []) { known, moved, part in
      let mine = Set(known)
      for video in moved where !mine.contains(video) {
        if known.count < Self.keptHidden {
          known.append(video)
          part.taken += 1
        } else {
          part.skip(.full)
        }
      }
      part.skip(.known, Set(moved).intersection(mine).count)
    }
  }
}

extension WatchStatusStore {
  /// The watch statuses in an exported file. Of two records of a video, the later one counts.
  var moved: MovedPart {
    MovedPart("watchStatuses") { [self] () async throws(ClientError) in
      let records = try await saved().records.values.sorted { $0.videoId < $1.videoId }
      return records.isEmpty ? nil : records
    } merge: { [self] (moved: [WatchRecord], account, part: inout ImportReport.Part) async throws(ClientError) in
      let known = try await take(moved, of: account)
      for record in moved {
        switch known[record.videoId] {
        case nil: part.taken += 1
        case let mine? where mine.lastModified < record.lastModified: part.merged += 1
        case let mine? where mine.lastModified > record.lastModified: part.skip(.newerHere)
        default: part.skip(.known)
        }
      }
    }
  }
}
