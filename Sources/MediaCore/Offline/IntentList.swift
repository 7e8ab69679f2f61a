/// The intents of one account, and the rules about their order.
struct IntentList {
  private var byID: [String: Intent] = [:]
  /// How often each is on its way to the disk just now.
  private var unwritten: [String: Int] = [:]

  subscript(id: String) -> Intent? {
    get { byID[id] }
    set { byID[id] = newValue }
  }

  /// In their order.
  var sorted: [Intent] { byID.values.sorted { $0.order < $1.order } }

  var nextOrder: Int { (byID.values.map(\.order).max() ?? 0) + 1 }

  mutating func removeAll() { byID = [:] }

  /// Takes them before they are on disk, so that what comes next is put on top of them, and gives back what was there.
  mutating func put(_ changed: [Intent]) -> [Intent?] {
    let before = changed.map { byID[$0.id] }
    for intent in changed {
      byID[intent.id] = intent
      unwritten[intent.id, default: 0] += 1
    }
    return before
  }

  mutating func areWritten(_ changed: [Intent]) {
    for intent in changed { unwritten[intent.id] = unwritten[intent.id].flatMap { $0 > 1 ? $0 - 1 : nil } }
  }

  /// What has begun has to begin again.
  mutating func stopSending() {
    for (id, intent) in byID where intent.state == .sending { byID[id]?.state = .pending }
  }

  /// The next to send: of each target the oldest open one. What the disk may still refuse does not count yet.
  func next(without stopped: Set<String>, kinds: some Collection<Intent.Kind>) -> Intent? {
    byID.values.filter {
      $0.isOpen && !stopped.contains($0.target) && kinds.contains($0.kind) && unwritten[$0.id] == nil
    }
    .min { $0.order < $1.order }
  }

  /// The intent whose wish a newer one of the same target may change: the last of it, not under way, and never sent. What
  /// may already be on the server stays as it was sent, or nobody could recognise it there.
  func changeable(_ kind: Intent.Kind, target: String) -> Intent? {
    let last = byID.values.filter { $0.target == target && $0.isOpen }.max { $0.order < $1.order }
    guard let last, last.kind == kind, last.state == .pending, last.sent == nil else { return nil }
    return last
  }

  /// What the server is known to hold, by the caller or by what was read back since: an earlier intent of the target that was
  /// made from the same knowledge has changed the server itself.
  func acknowledgement(_ told: JSONValue?, kind: Intent.Kind, target: String) -> JSONValue? {
    var known = told
    for earlier in sorted where earlier.kind == kind && earlier.target == target && earlier.acknowledged == known {
      if case .synced(let receipt) = earlier.state { known = receipt.shownByServer }
    }
    return known
  }

  /// `intent` with what went out after it all the same: that it had ended did not reach the disk, or somebody wants it
  /// again. What newer ones told is not to be set back.
  func caughtUp(_ intent: Intent, with handler: IntentHandler) -> Intent {
    var intent = intent
    for newer in sorted where newer.kind == intent.kind && newer.target == intent.target && newer.order > intent.order {
      if newer.isOnServer { intent.wish = handler.remainder(intent, newer.wish) }
    }
    return intent
  }

  /// Those that wait behind `intent`.
  func followers(of intent: Intent) -> [Intent] {
    byID.values.filter {
      $0.isOpen && $0.kind == intent.kind && $0.target == intent.target && $0.order > intent.order
    }.sorted { $0.order < $1.order }
  }

  /// Lets go of the oldest decided ones.
  mutating func forgetDecided(keeping count: Int) {
    let decided = sorted.filter(\.isOnServer)
    for intent in decided.dropLast(count) { byID[intent.id] = nil }
  }
}

extension Intent {
  /// It went out, and nothing is left to do.
  fileprivate var isOnServer: Bool {
    switch state {
    case .synced, .superseded: true
    default: false
    }
  }
}

extension JSONValue {
  /// The state in the receipt of a synced intent; nil for none.
  var shownByServer: JSONValue? { self["server"].flatMap { $0 == .null ? nil : $0 } }
}

extension ClientError {
  /// Nothing else would get through either.
  var endsRound: Bool {
    [.unreachable, .timedOut, .tls, .signedOut, .rateLimited, .wrongServer, .cancelled, .storage].contains(kind)
  }
}
