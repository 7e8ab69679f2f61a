/// How much of several titles is watched.
public enum WatchedState: String, Sendable, Hashable, Codable {
  case none, some, all

  /// Of nothing, nothing is watched.
  package init(_ marks: some Sequence<Bool>) {
    let marks = Array(marks)
    self = !marks.contains(true) ? .none : marks.contains(false) ? .some : .all
  }
}
