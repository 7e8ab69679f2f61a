/// The combined mark of several titles.
public enum WatchedState: String, Sendable, Hashable, Codable {
  case none, some, all

  /// An empty sequence counts as unwatched.
  package init(_ marks: some Sequence<Bool>) {
    let marks = Array(marks)
    self = !marks.contains(true) ? .none : marks.contains(false) ? .some : .all
  }
}
