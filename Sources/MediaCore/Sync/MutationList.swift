/// The mutations of one account in their order. No operation but reading all of them costs more with their number.
///
/// A record is changed before its change is on the disk, so that the next one starts from it. Until then the version before is
/// what readers get, and what counts should the disk refuse the change. A record has at most one write on its way.
struct MutationList {
  private var byOrder: [Int: MutationRecord] = [:]
  private var orders: [String: Int] = [:]
  /// Orders of the open ones, oldest first.
  private var open = SortedOrders()
  private var openByTarget: [String: SortedOrders] = [:]
  /// Orders of those that have reached the server, oldest first.
  private var onServer = SortedOrders()
  private var onServerByTarget: [String: SortedOrders] = [:]
  /// Those on their way to the disk, as the disk has them: nil for one that is new.
  private var unwritten: [String: MutationRecord?] = [:]

  init() {}

  /// The records on disk. A record of another account is never taken, whatever file it stands in.
  /// - Parameter account: nil for whoever owns the file.
  init(_ changes: [Outbox.Change], account: String?) {
    for change in changes {
      switch change {
      case .put(let record): if account == nil || record.account == account { put(record) }
      case .remove(let id): remove(id)
      }
    }
    stopSending()
  }

  subscript(id: String) -> MutationRecord? { orders[id].flatMap { byOrder[$0] } }

  /// In their order.
  var sorted: [MutationRecord] { byOrder.values.sorted { $0.order < $1.order } }
  var openRecords: [MutationRecord] { open.values.compactMap { byOrder[$0] } }
  var count: Int { byOrder.count }
  var hasOnServer: Bool { !onServer.values.isEmpty }

  func open(target: String) -> [MutationRecord] { (openByTarget[target]?.values ?? []).compactMap { byOrder[$0] } }

  mutating func put(_ record: MutationRecord) {
    // Only what is kept beside the record itself has an order to keep.
    if let known = self[record.id], known.order == record.order, known.target == record.target,
      known.isOpen == record.isOpen, known.isOnServer == record.isOnServer
    {
      byOrder[record.order] = record
      return
    }
    remove(record.id)
    byOrder[record.order] = record
    orders[record.id] = record.order
    if record.isOpen {
      open.insert(record.order)
      openByTarget[record.target, default: SortedOrders()].insert(record.order)
    } else if record.isOnServer {
      onServer.insert(record.order)
      onServerByTarget[record.target, default: SortedOrders()].insert(record.order)
    }
  }

  mutating func remove(_ id: String) {
    guard let order = orders.removeValue(forKey: id), let record = byOrder.removeValue(forKey: order) else { return }
    open.remove(order)
    onServer.remove(order)
    openByTarget[record.target]?.remove(order)
    if openByTarget[record.target]?.values.isEmpty == true { openByTarget[record.target] = nil }
    onServerByTarget[record.target]?.remove(order)
    if onServerByTarget[record.target]?.values.isEmpty == true { onServerByTarget[record.target] = nil }
  }

  // MARK: On its way to the disk

  /// - Parameter changed: nil for a record that is being removed.
  mutating func beginWriting(_ id: String, _ changed: MutationRecord?) {
    unwritten.updateValue(self[id], forKey: id)
    if let changed { put(changed) } else { remove(id) }
  }

  /// - Parameter isDurable: whether the disk has taken the change; else the record is again what it was before.
  mutating func endWriting(_ id: String, isDurable: Bool) {
    guard let before = unwritten.removeValue(forKey: id), !isDurable else { return }
    guard var before else { return remove(id) }
    // Sending may have been stopped meanwhile.
    if before.state == .sending, self[id]?.state != .sending { before.state = .pending }
    put(before)
  }

  func isBeingWritten(_ id: String) -> Bool { unwritten[id] != nil }
  var isBeingWritten: Bool { !unwritten.isEmpty }
  var beingWrittenCount: Int { unwritten.count }

  /// A record as the disk has it.
  func durable(_ id: String) -> MutationRecord? {
    if let before = unwritten[id] { return before }
    return self[id]
  }

  /// All of them as the disk has them, in their order.
  var durable: [MutationRecord] {
    guard isBeingWritten else { return sorted }
    let others = byOrder.values.filter { unwritten[$0.id] == nil }
    return (others + unwritten.values.compactMap { $0 }).sorted { $0.order < $1.order }
  }

  /// Those that wait, as the disk has them.
  var durableOpen: [MutationRecord] { isBeingWritten ? durable.filter(\.isOpen) : openRecords }

  // MARK: Sending

  /// A record that was being sent when the process ended, or sending was stopped, is sent again.
  mutating func stopSending() {
    for record in openRecords where record.state == .sending {
      var record = record
      record.state = .pending
      put(record)
    }
  }

  /// The next to send: the oldest open one behind `order` whose target is not stopped. A record that the disk may still refuse has to wait, and
  /// with it all later ones of its target.
  func next(
    after order: Int, without stopped: inout Set<String>, kinds: Set<MutationKind>
  ) -> MutationRecord? {
    for order in open.after(order) {
      guard let record = byOrder[order], kinds.contains(record.kind), !stopped.contains(record.target) else { continue }
      if isBeingWritten(record.id) {
        stopped.insert(record.target)
      } else {
        return record
      }
    }
    return nil
  }

  /// Marks `next` as being sent, together with those that can share its requests: others of its kind, each the oldest open one of
  /// its target.
  mutating func beginSending(
    _ next: MutationRecord, with handler: MutationHandler, without stopped: Set<String>
  ) -> [MutationRecord] {
    var batch = [rebased(next, with: handler)]
    if let limit = handler.batch?.limit, handler.shares(batch[0]) {
      for order in open.after(next.order) where batch.count < limit {
        guard let record = byOrder[order], !stopped.contains(record.target), !isBeingWritten(record.id),
          openByTarget[record.target]?.values.first == order
        else { continue }
        let rebased = rebased(record, with: handler)
        if handler.shares(rebased) { batch.append(rebased) }
      }
    }
    for index in batch.indices {
      batch[index].state = .sending
      put(batch[index])
    }
    return batch
  }

  /// A record that was not sent after all.
  mutating func stopSending(_ record: MutationRecord) {
    var record = record
    record.state = .pending
    put(record)
  }

  /// The record that a newer mutation of the same target may change: the last of it, waiting, and never sent. A record that
  /// may already be on the server stays as it was sent, or nobody could recognise it there. One that later ones have overtaken
  /// (see ``rebased(_:with:)``) yields to them, which what is asked for now must not.
  func coalescible(_ kind: MutationKind, target: String, hasBeenSent: (MutationRecord) -> Bool) -> MutationRecord? {
    guard let order = openByTarget[target]?.values.last, let last = byOrder[order], last.kind == kind,
      last.state == .pending, !hasBeenSent(last), !isBeingWritten(last.id), overtaking(last).isEmpty
    else { return nil }
    return last
  }

  /// The remainder of `record` after newer ones of its target that went out before it: its end did not reach the disk, or
  /// somebody retries it.
  func rebased(_ record: MutationRecord, with handler: MutationHandler) -> MutationRecord {
    overtaking(record).reduce(record) { handler.rebased($0, $1) }
  }

  /// Newer ones of its kind and target that have reached the server before it, oldest first.
  func overtaking(_ record: MutationRecord) -> [MutationRecord] {
    (onServerByTarget[record.target]?.after(record.order) ?? []).compactMap { byOrder[$0] }
      .filter { $0.kind == record.kind }
  }

  /// Rebases all that wait, as they are shown from the start: what they ask for may be out of date.
  mutating func rebaseOpen(with handlers: [MutationKind: MutationHandler]) {
    for record in openRecords { if let handler = handlers[record.kind] { put(rebased(record, with: handler)) } }
  }

  func isAnyFollowerBeingWritten(of record: MutationRecord) -> Bool {
    isBeingWritten && followers(of: record).contains { isBeingWritten($0.id) }
  }

  /// The server's last known state, by the caller or by what was read back since: an earlier mutation of the target that
  /// was made from the same knowledge has changed the server itself.
  func base<M: Mutation>(_ base: M.Remote?, _ type: M.Type, target: String) -> M.Remote? {
    onServer(M.kind, target: target).reduce(base) { known, earlier in
      earlier.state == .synced && earlier.base(M.self) == known ? earlier.remote(M.self) : known
    }
  }

  /// Open records of the same kind and target that wait behind `record`.
  func followers(of record: MutationRecord) -> [MutationRecord] {
    open(target: record.target).filter { $0.kind == record.kind && $0.order > record.order }
  }

  /// Records of a kind and target that have reached the server, oldest first.
  private func onServer(_ kind: MutationKind, target: String) -> [MutationRecord] {
    (onServerByTarget[target]?.values ?? []).compactMap { byOrder[$0] }.filter { $0.kind == kind }
  }

  /// Removes the oldest of those that have reached the server. Those that went out before an older one of their target stay: what
  /// is left of that one can be known from nothing else.
  /// - Returns: their ids.
  mutating func forgetDecided(keeping count: Int) -> [String] {
    var undecided: [String: Int] = [:]
    for record in byOrder.values where !record.isOnServer {
      undecided[record.target] = min(undecided[record.target] ?? .max, record.order)
    }
    let forgotten = onServer.values.dropLast(count).compactMap { byOrder[$0] }
      .filter { $0.order < undecided[$0.target] ?? .max }.map(\.id)
    for id in forgotten { remove(id) }
    return forgotten
  }

  var nextOrder: Int { (byOrder.keys.max() ?? 0) + 1 }
}

/// Numbers in rising order. New ones nearly always come at the end.
private struct SortedOrders {
  private(set) var values: [Int] = []

  mutating func insert(_ value: Int) {
    let index = self.index(of: value)
    if index == values.endIndex || values[index] != value { values.insert(value, at: index) }
  }

  mutating func remove(_ value: Int) {
    let index = self.index(of: value)
    if index < values.endIndex, values[index] == value { values.remove(at: index) }
  }

  func after(_ value: Int) -> ArraySlice<Int> { values[index(of: value + 1)...] }

  private func index(of value: Int) -> Int {
    var (low, high) = (0, values.count)
    if let last = values.last, last < value { return high }
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
