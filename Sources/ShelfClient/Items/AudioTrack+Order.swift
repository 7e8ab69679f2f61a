import MediaCore

extension [AudioTrack] {
  /// The tracks in playing order, each with a unique number.
  ///
  /// The order is by the server's offsets, else by its numbers, else by its list. Numbers stay if they are unique; otherwise they count
  /// from 1.
  func inPlayingOrder() -> [AudioTrack] {
    let offsets = compactMap(\.startOffset)
    let numbers = compactMap(\.index)
    let areNumbered = numbers.count == count && Set(numbers).count == count
    var tracks = self
    if offsets.count == count, Set(offsets).count == count {
      tracks = tracks.sorted(by: \.startOffset)
    } else if offsets.isEmpty, areNumbered {
      tracks = tracks.sorted(by: { $0.index.map(Double.init) })
    }
    if !areNumbered { for index in tracks.indices { tracks[index].index = index + 1 } }
    return tracks
  }

  /// The tracks sorted stably by a key that every track has.
  private func sorted(by key: (AudioTrack) -> Double?) -> [AudioTrack] {
    enumerated().sorted { (key($0.element) ?? 0, $0.offset) < (key($1.element) ?? 0, $1.offset) }.map(\.element)
  }

  /// The tracks with lengths. If neither lengths nor offsets show how the item is divided, it is divided by the sizes of the files, else
  /// evenly, so that every file is played.
  func measured(of duration: Double) -> [AudioTrack] {
    let isUnknown = allSatisfy { $0.duration ?? 0 <= 0 && $0.startOffset ?? 0 <= 0 }
    guard count > 1, isUnknown, duration.isFinite, duration > 0 else { return self }
    let sizes = map { Double($0.metadata?.size ?? 0) }
    let shares = sizes.allSatisfy { $0 > 0 } ? sizes : sizes.map { _ in 1 }
    let total = shares.reduce(0, +)
    var start = 0.0
    return zip(self, shares).map { track, share in
      var track = track
      (track.startOffset, track.duration) = (start, duration * share / total)
      start += duration * share / total
      return track
    }
  }
}
