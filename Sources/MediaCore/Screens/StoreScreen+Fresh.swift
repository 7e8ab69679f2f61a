extension StoreScreen {
  /// The state of this screen with the value that `shown` has, for a render that could not read the device's files.
  public func loadState<Value: Sendable>(keeping shown: LoadState<Value>) -> LoadState<Value> {
    if case .loaded(let value, let date) = shown { return loadState(value, asOf: date) }
    return loadState(shown.value, asOf: nil)
  }

  /// The rows to show. After a read that nobody asked for, the shown rows keep their places, so that nothing moves under the user's finger;
  /// new ones wait for the next pull, for a change that the user makes, or for the app to come to the front again.
  public func steady<Row: Identifiable>(_ rows: [Row], over shown: [Row]?) -> [Row] {
    guard keepsPlaces, let shown, !shown.isEmpty else { return rows }
    let new = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    return shown.compactMap { new[$0.id] }
  }

  /// Reads the screen again soon, while it is observed and the app at the front: the server has told of a change. Many calls make one read,
  /// and reads are ten seconds apart, after a while two minutes.
  package func readSoon() {
    changeFreshness { freshness, _ in freshness.becameOutdated() }
  }

  /// The server has answered a read of the model's own, which began at ``noteTry()``.
  package func noteAnswer(_ began: Duration?) {
    isReturning = false
    changeFreshness { freshness, _ in freshness.isAnswered(began) }
  }

  /// The server begins or ends to tell of changes. While it does, age alone is no reason to read; at its beginning the screen is read
  /// once, since nobody told of what happened before.
  package func push(_ isPushed: Bool) {
    changeFreshness { freshness, now in
      freshness.push(isPushed, at: now)
      if isPushed { freshness.becameOutdated() }
    }
  }

  /// Begins on a server that tells of changes already, or not, and keeps the tokens of what calls ``push(_:)`` and ``readSoon()``.
  package func follow(isPushed: Bool, _ tokens: [ObservationToken]) {
    keep(tokens)
    changeFreshness { freshness, now in freshness.push(isPushed, at: now) }
  }
}
