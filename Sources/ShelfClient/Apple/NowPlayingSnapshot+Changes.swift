extension NowPlayingSnapshot {
  /// Whether somebody who shows `earlier` and lets it run on shows this: then there is nothing to publish. A system's information
  /// is to be set on changes, not each second.
  ///
  /// - Parameter tolerance: seconds that the position may differ by.
  func continues(_ earlier: NowPlayingSnapshot, tolerance: Double = 1.5) -> Bool {
    guard abs(earlier.position(at: asOf) - position) <= tolerance else { return false }
    var same = earlier
    (same.position, same.asOf, same.sleepsAt) = (position, asOf, sleepsAt)
    return same == self
  }
}
