import Foundation
import MediaCore

extension DownloadStore: LocalMedia {
  /// Returns an item with the URLs of its files on this device. Nil if the current account has no complete download of the item, or if the
  /// download has no audio. Sets ``LocalDownload/openedAt`` of the download to now.
  public func localItem(_ id: PlayableID) async -> LocalItem? {
    guard let audio = await localTracks(of: id), let download = (try? await download(of: id)) ?? nil else { return nil }
    var item = LocalItem(id: id, tracks: [])
    for (track, part) in zip(audio, PlaybackTimeline(audio, duration: download.duration ?? 0).parts) {
      guard let url = track.contentUrl.flatMap(URL.init(string:)) else { return nil }
      item.tracks.append(
        PlayableTrack(url: url, start: part.start, duration: part.duration, mimeType: track.mimeType))
    }
    item.title = download.title
    item.author = download.author
    item.coverURL = download.coverURL
    item.duration = download.duration ?? 0
    item.chapters = download.chapters
    return item
  }

  /// The complete downloads as rows, in the order of the queue; none when no account is signed in.
  func playableRows() async -> [ShelfRow] {
    ((try? await all()) ?? []).filter { $0.phase == .complete && $0.hasAudio }.map(ShelfRow.init)
  }
}

extension ShelfRow {
  init(_ download: LocalDownload) {
    self.init(id: download.id.description, kind: download.id.episodeId == nil ? .book : .episode, title: download.title)
    (subtitle, coverURL, duration) = (download.author, download.coverURL, download.duration)
    playable = download.id
  }
}
