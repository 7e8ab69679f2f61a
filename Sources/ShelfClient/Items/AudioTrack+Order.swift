import MediaCore

extension [AudioTrack] {
  /// The tracks in the order in which they are played, each with a number that no other has.
  ///
  /// The server's offsets decide the order, else its numbers, else its list. Numbers stay where each track has one of its own; otherwise
  /// they count from 1.
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

  /// Stable, by a key that each element has.
  private func sorted(by key: (AudioTrack) -> Double?) -> [AudioTrack] {
    enumerated().sorted { (key($0.element) ?? 0, $0.offset) < (key($1.element) ?? 0, $1.offset) }.map(\.element)
  }

  /// The tracks with lengths. Where neither lengths nor offsets say how the item is divided, the sizes of the files do, else all are of
  /// the same length: every file is played, and none in another's place.
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
