extension Array {
  /// Consecutive parts of at most `size` elements; an empty array is one empty part.
  func batches(of size: Int) -> [[Element]] {
    isEmpty ? [[]] : stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
