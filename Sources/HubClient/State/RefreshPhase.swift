/// What a refresh is doing.
public enum RefreshPhase: String, Sendable, Hashable {
  case idle, registering, reconciling, fetching
}
