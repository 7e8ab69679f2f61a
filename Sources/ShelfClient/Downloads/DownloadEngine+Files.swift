import Foundation
import MediaCore

extension DownloadEngine {
  private static let folder = "downloads"

  func path(_ name: String, of account: String) -> String {
    accounts.answersPath(of: account, "\(Self.folder)/\(name)")
  }

  /// Begins with an account's downloads: removes files that belong to none, and checks the files that are recorded as whole.
  func begin(_ view: AccountCache<[String: DownloadRecord]>.View) async throws(ClientError) {
    guard account != view.account else { return }
    stopAll()
    account = view.account
    let known = Set(view.value.values.flatMap(\.fileNames))
    let lost: Set<String>
    do {
      for name in try files.list(path("", of: view.account).trimmingSlash) where !known.contains(name) {
        try files.remove(path(name, of: view.account))
      }
      lost = try unsound(view.value.values.flatMap(\.parts), of: view.account)
    } catch {
      account = nil
      throw PartWriter.failure(error)
    }
    guard !lost.isEmpty else { return }
    try await forget(lost)
  }

  /// The names of files that are recorded as whole but are gone, cut, or not the ones that the server describes: earlier versions took
  /// the page of a proxy for a file.
  func unsound(_ parts: [DownloadRecord.Part], of account: String) throws -> Set<String> {
    var names: Set<String> = []
    for part in parts where part.isWhole {
      let path = path(part.file, of: account)
      guard let size = try files.size(of: path), size == part.size, part.mismatch(size: size, part.version) == nil
      else {
        names.insert(part.file)
        continue
      }
      // Check only small files of unknown size for a proxy's page: a large file would have to be read whole.
      guard size <= Self.largestPage, part.track.metadata?.size ?? 0 == 0 else { continue }
      if let content = try files.read(path), part.content.impostor(in: content) != nil { names.insert(part.file) }
    }
    return names
  }

  private static var largestPage: Int { 64 << 10 }

  /// Marks lost files as missing, so that they are downloaded again.
  func forget(_ lost: Set<String>) async throws(ClientError) {
    try await records.update { records in
      for (key, record) in records {
        for (index, part) in record.parts.enumerated() where lost.contains(part.file) {
          records[key]?.parts[index].begin()
          guard record.status == .complete else { continue }
          records[key]?.status = .active
          records[key]?.completedAt = nil
        }
      }
    }
  }

  /// Makes the file of a part as long as its record says. After a crash, the last bytes may be written and not
  /// recorded, or recorded and lost.
  func prepared(_ part: DownloadRecord.Part, of account: String) throws(ClientError) -> DownloadRecord.Part {
    var part = part
    let (whole, incoming) = (path(part.file, of: account), path(part.incoming, of: account))
    do {
      let size = try files.size(of: whole)
      // The file is complete, but the app ended before the record said so: mark it as complete instead of downloading it again.
      if part.version != nil, size == part.size, part.received == size {
        part.isWhole = true
        return part
      }
      part.isWhole = false
      if size != nil { try files.remove(whole) }
      let there = try files.size(of: incoming) ?? 0
      if part.version == nil || there < part.received {
        try files.remove(incoming)
        (part.received, part.version) = (0, nil)
      } else if there > part.received {
        try files.truncate(incoming, to: part.received)
      }
    } catch {
      throw PartWriter.failure(error)
    }
    return part
  }

  /// Moves a file into its place if it has the size that the server sent.
  func finishFile(_ part: inout DownloadRecord.Part, of account: String) throws(ClientError) {
    do {
      // If the file is empty, no bytes arrived and nothing was written: create the file, otherwise the check of its size fails.
      if part.size == 0 { try files.replace(path(part.incoming, of: account), with: Data()) }
      guard try files.size(of: path(part.incoming, of: account)) == part.size else {
        throw ClientError(.storage, operation: .shelfDownloadsWrite, detail: "wrongSize")
      }
      try files.move(path(part.incoming, of: account), to: path(part.file, of: account))
    } catch {
      throw error as? ClientError ?? PartWriter.failure(error)
    }
    part.isWhole = true
  }

  func removeFiles(_ names: [String], of account: String) throws(ClientError) {
    do { for name in names { try files.remove(path(name, of: account)) } } catch { throw PartWriter.failure(error) }
  }

  // MARK: Listening

  /// The tracks of a complete download, with the addresses of its files in ``AudioTrack/contentUrl``, durations and offsets;
  /// nil for anything else, also for an ebook. Notes the current time as the last time it was opened.
  func localTracks(of id: PlayableID) async -> [AudioTrack]? {
    guard let view = try? await records.view(), let record = view.value[id.description], record.status == .complete,
      !record.audio.isEmpty
    else { return nil }
    var tracks: [AudioTrack] = []
    // If the files cannot be read now, return nil but keep the record: forgetting the files would download them again.
    guard let lost = try? unsound(record.audio, of: view.account) else { return nil }
    let timeline = PlaybackTimeline(record.audio.map(\.track), duration: record.duration ?? 0).parts
    for (part, place) in zip(record.audio, timeline) {
      guard let url = files.url(of: path(part.file, of: view.account)) else { return nil }
      var track = part.track
      track.contentUrl = url.absoluteString
      track.startOffset = track.startOffset ?? place.start
      if track.duration ?? 0 <= 0 { track.duration = place.duration }
      tracks.append(track)
    }
    guard lost.isEmpty else {
      try? await forget(lost)
      await pump()
      return nil
    }
    let now = clock.now()
    try? await change(id.description, record.token) { $0.openedAt = now }
    return tracks
  }

  // MARK: The budget

  /// Removes downloads by the rule of ``DownloadSettings/budget``, if that makes enough room.
  /// - Parameter key: the download that is about to start; nil to keep to the budget without one.
  /// - Throws: `storage` with the detail ``DownloadSettings/overBudget`` when there is no room for it; nothing was removed then.
  func makeRoom(for key: String?) async throws(ClientError) {
    guard let budget = try await settingsCache.value().budget else { return }
    let all = try await records.value()
    let complete = all.values.filter { $0.status == .complete && $0.id.description != key }
    let known = try await progressStore.progress(of: complete.map(\.id))
    let playing = try await played.openedHere()?.id
    // As by the rules, keep the item that plays, and a finish that is not on the server yet: the merge can still undo the finish.
    let finished = complete.filter { record in
      known[record.id]?.isFinished == true && known[record.id]?.isUnsent == false && record.id != playing
    }
    let downloads = all.map { key, record in
      // Count a running download with the full size that it will have.
      let isRunning = running[key]?.writer != nil
      return DownloadRoom.Item(
        key: key, bytes: isRunning ? record.totalBytes ?? record.receivedBytes : record.receivedBytes,
        isEvictable: finished.contains { $0.id == record.id },
        usedAt: record.openedAt ?? record.completedAt ?? record.requestedAt)
    }
    let wanted = key.flatMap { all[$0]?.totalBytes } ?? 0
    guard let evicted = DownloadRoom.evictions(downloads, for: key, bytes: wanted, budget: budget) else {
      throw ClientError(.storage, operation: .shelfDownloadsRoom, detail: DownloadSettings.overBudget)
    }
    if !evicted.isEmpty { try await remove(evicted) { _ in .finished } }
  }
}

/// The rule of eviction: finished downloads go, the one opened longest ago first, and only if that makes enough room.
enum DownloadRoom {
  struct Item: Hashable {
    var key: String
    var bytes: Int
    var isEvictable: Bool
    var usedAt: Date
  }

  /// - Parameters:
  ///   - key: the download that needs `bytes` in all; nil for none, and then as much is freed as the rule allows.
  /// - Returns: keys to remove; nil if there is no room for it.
  static func evictions(_ items: [Item], for key: String?, bytes: Int, budget: Int) -> [String]? {
    var used = items.reduce(0) { $1.key == key ? $0 : $0 + $1.bytes }
    var evicted: [String] = []
    let order = items.filter { $0.isEvictable && $0.key != key }.sorted { ($0.usedAt, $0.key) < ($1.usedAt, $1.key) }
    for item in order where used + bytes > budget {
      used -= item.bytes
      evicted.append(item.key)
    }
    return used + bytes <= budget || key == nil ? evicted : nil
  }
}

extension String {
  fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
