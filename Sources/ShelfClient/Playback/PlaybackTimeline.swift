/// The timeline of an item that has one or more audio files. The timeline converts a position in the item into a file and an offset in that
/// file, and back.
///
/// Each position of the item is in exactly one file, so that a seek always finds a file to play. If the times of two files overlap, the
/// earlier file ends at the start of the later file. A position in a gap between two files becomes the start of the later file. Files
/// without a length are skipped.
///
/// ```swift
/// let timeline = PlaybackTimeline(tracks)
/// let place = timeline.place(at: 1925.5)  // track 1, 125.45 s into its file
/// ```
public struct PlaybackTimeline: Codable, Hashable, Sendable {
  /// The interval of the timeline that one file fills, in seconds from the start of the item.
  public struct Part: Codable, Hashable, Sendable {
    /// The start of the file, in seconds from the start of the item.
    public let start: Double
    /// The exclusive end of the file, in seconds from the start of the item.
    public let end: Double

    /// The duration of the interval, in seconds.
    public var duration: Double { end - start }
  }

  /// A place in an item, given as a file of the item and an offset in that file.
  public struct Place: Codable, Hashable, Sendable {
    /// The index of the file in the item's list of files, from 0.
    public let track: Int
    /// The offset in seconds from the start of the file.
    public let offset: Double

    /// Creates a place from the index of a file and the seconds from that file's start.
    public init(track: Int, offset: Double) {
      self.track = track
      self.offset = offset
    }
  }

  /// The intervals of the files, in the order of the files. A file without a length has an empty interval.
  public let parts: [Part]
  /// The duration of the timeline, in seconds. The timeline ends at the end of its last file.
  public let duration: Double
  /// Indexes of the parts that have a length, in the order of time.
  private let playable: [Int]

  /// Creates a timeline from the offsets and lengths of the files.
  /// - Parameters:
  ///   - tracks: for each file, its offset from the start of the item and its length, both in seconds. If the offset is nil, the file
  ///     begins where the previous file ends.
  ///   - duration: the duration of the item, in seconds. If the length of the last file is 0, as with a transcoded stream, the file ends at
  ///     this duration.
  public init(_ tracks: [(start: Double?, duration: Double)], duration: Double = 0) {
    let tracks = Self.measured(tracks)
    let starts = Self.starts(tracks)
    var parts: [Part] = []
    for (index, track) in tracks.enumerated() {
      let start = starts[index]
      var length = Self.sane(track.duration)
      if length == 0, index == tracks.count - 1 { length = max(0, Self.sane(duration) - start) }
      let next = starts.indices.contains(index + 1) ? starts[index + 1] : .greatestFiniteMagnitude
      parts.append(Part(start: start, end: max(start, min(start + length, next))))
    }
    self.parts = parts
    playable = parts.indices.filter { parts[$0].duration > 0 }
    self.duration = playable.last.map { parts[$0].end } ?? 0
  }

  /// Creates a timeline of the tracks of an item.
  /// - Parameter duration: the duration of the item, in seconds. If the length of the last track is 0, the track ends where the item ends.
  public init(_ tracks: [PlayableTrack], duration: Double = 0) {
    self.init(tracks.map { (start: $0.start, duration: $0.duration) }, duration: duration)
  }

  /// Creates a timeline of the tracks of an item.
  /// - Parameter duration: the duration of the item, in seconds. If the length of the last track is 0, the track ends where the item ends.
  public init(_ tracks: [AudioTrack], duration: Double = 0) {
    self.init(
      tracks.measured(of: duration).map { (start: $0.startOffset, duration: $0.duration ?? 0) }, duration: duration)
  }

  /// The tracks, with the length up to the next offset for those without a length.
  private static func measured(_ tracks: [(start: Double?, duration: Double)]) -> [(start: Double?, duration: Double)] {
    var measured = tracks
    var end = 0.0
    for index in tracks.indices {
      let start = tracks[index].start.map(sane) ?? end
      if sane(tracks[index].duration) == 0, index + 1 < tracks.count, let next = tracks[index + 1].start.map(sane) {
        measured[index].duration = max(0, next - start)
      }
      end = start + sane(measured[index].duration)
    }
    return measured
  }

  /// The offsets in ascending order; the first is 0, since nothing can be played before it.
  private static func starts(_ tracks: [(start: Double?, duration: Double)]) -> [Double] {
    var starts: [Double] = []
    var (end, isFirst) = (0.0, true)
    for track in tracks {
      let length = sane(track.duration)
      let given = track.start.map(sane) ?? end
      // A file without a length must not move the others: ignore its offset.
      let start = isFirst || length == 0 ? end : max(given, starts.last ?? 0)
      starts.append(start)
      if length > 0 { (end, isFirst) = (start + length, false) }
    }
    return starts.enumerated().map { index, start in
      // A file without a length starts where the next one with a length does.
      sane(tracks[index].duration) > 0
        ? start : zip(starts, tracks).dropFirst(index).first { sane($1.duration) > 0 }?.0 ?? start
    }
  }

  private static func sane(_ seconds: Double) -> Double { seconds.isFinite ? max(0, seconds) : 0 }

  /// Returns the position within the timeline that is nearest to `position`, in seconds; 0 if `position` is NaN.
  public func clamped(_ position: Double) -> Double { position.isNaN ? 0 : min(max(0, position), duration) }

  /// Returns the file at a position in seconds, and the offset in that file. If the position is at or after the end of the item, returns
  /// the end of the last file. Nil if no file has a length.
  public func place(at position: Double) -> Place? {
    guard let last = playable.last else { return nil }
    let position = clamped(position)
    guard position < duration else { return Place(track: last, offset: parts[last].duration) }
    var (low, high) = (0, playable.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[playable[middle]].start <= position { low = middle } else { high = middle }
    }
    if position >= parts[playable[low]].end, low + 1 < playable.count {
      return Place(track: playable[low + 1], offset: 0)
    }
    let track = playable[low]
    return Place(track: track, offset: max(0, position - parts[track].start))
  }

  /// Returns the position of a place, in seconds from the start of the item. If the offset is outside of the file, returns the position of
  /// the nearest end of the file.
  public func position(of place: Place) -> Double {
    guard parts.indices.contains(place.track) else { return place.track < 0 ? 0 : duration }
    let part = parts[place.track]
    return part.start + min(max(0, place.offset.isFinite ? place.offset : 0), part.duration)
  }
}
