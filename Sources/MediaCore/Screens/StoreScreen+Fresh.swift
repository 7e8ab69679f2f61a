extension StoreScreen {
  /// Returns the load state to show if the device's files could not be read. The result has the value of `shown`, which is the load state
  /// shown so far. Whether the result is loading, loaded or failed depends on the progress of the screen's last load.
  public func loadState<Value: Sendable>(keeping shown: LoadState<Value>) -> LoadState<Value> {
    if case .loaded(let value, let date) = shown { return loadState(value, asOf: date) }
    return loadState(shown.value, asOf: nil)
  }

  /// Returns the rows to show. Normally these are `rows`. After a load that the screen has started by itself, only the rows that are
  /// already shown are returned, in the same order, so that nothing moves under the user's finger. New rows appear when the user pulls to
  /// refresh or makes a change, or when the app comes to the front again.
  public func steady<Row: Identifiable>(_ rows: [Row], over shown: [Row]?) -> [Row] {
    guard keepsPlaces, let shown, !shown.isEmpty else { return rows }
    let new = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    return shown.compactMap { new[$0.id] }
  }

  /// Whether shown rows keep their places, because a read that the screen started by itself has changed them while the user was looking at
  /// them.
  package var keepsPlaces: Bool { isQuiet && !isReturning }

  func cameToFront() {
    // After a lost connection, the read that follows the next one brings what came while the app was away.
    isReturning = isReturning || isTooOld || hasLostPushes
    showAllRows()
  }

  /// Reads the screen again soon, after the server has reported a change, while the screen is observed and the app is at the front. Many
  /// calls cause one read. Reads are at least ten seconds apart, and after many changes two minutes.
  package func readSoon() {
    changeFreshness { freshness, _ in freshness.becameOutdated() }
  }

  /// The server has answered a read of the model's own, which began at ``noteTry()``.
  package func noteAnswer(_ began: Duration?) {
    isReturning = false
    changeFreshness { freshness, _ in freshness.isAnswered(began) }
  }

  /// Notes that the server begins or ends to report changes. While it reports them, age alone is no reason to read. When it begins, the
  /// screen is read once, because earlier changes were not reported.
  package func push(_ isPushed: Bool) {
    changeFreshness { freshness, now in
      hasLostPushes = !isPushed && (hasLostPushes || freshness.isPushed)
      freshness.push(isPushed, at: now)
      if isPushed { freshness.becameOutdated() }
    }
  }

  /// Notes whether the server reports changes already when the screen begins, and keeps the tokens of the observers that call ``push(_:)``
  /// and ``readSoon()``.
  package func follow(isPushed: Bool, _ tokens: [ObservationToken]) {
    keep(tokens)
    changeFreshness { freshness, now in freshness.push(isPushed, at: now) }
  }
}
