public import MediaCore

/// Random numbers that are the same, in the same order, for the same seed.
public final class SeededRandom: RandomSource {
  private let state: Locked<UInt64>

  /// Creates a source; the same seed gives the same numbers in every process.
  public init(seed: UInt64 = 1) { state = Locked(seed) }

  public func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
