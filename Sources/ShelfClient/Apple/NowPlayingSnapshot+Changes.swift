extension NowPlayingSnapshot {
  /// Whether `earlier`, with its time running on, still shows the same as this snapshot, so that there is nothing to publish. The
  /// system's information is to be set on changes, not each second.
  ///
  /// - Parameter tolerance: seconds that the position may differ by.
  func continues(_ earlier: NowPlayingSnapshot, tolerance: Double = 1.5) -> Bool {
    guard abs(earlier.position(at: asOf) - position) <= tolerance else { return false }
    var same = earlier
    (same.position, same.asOf, same.sleepsAt) = (position, asOf, sleepsAt)
    return same == self
  }
}
