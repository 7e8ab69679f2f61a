/// The mutations of one account in their order. Only reading all of them takes longer with their number.
///
/// A record is changed here before its change is on disk, so that the next change starts from it. Until then readers get the
/// version before, which is also restored if the disk refuses the change. A record has at most one write under way.
struct MutationList {
  private var byOrder: [Int: MutationRecord] = [:]
  private var orders: [String: Int] = [:]
  /// Orders of the open records, oldest first.
  private var open = SortedOrders()
  private var openByTarget: [String: SortedOrders] = [:]
  /// Orders of the records that have reached the server, oldest first.
  private var onServer = SortedOrders()
  private var onServerByTarget: [String: SortedOrders] = [:]
  /// Records with a write under way, as the disk has them: nil for a new one.
  private var unwritten: [String: MutationRecord?] = [:]

  init() {}

  /// The list that a journal's changes leave. Records of another account are ignored, whatever file they are in.
  /// - Parameter account: nil to take the records of any account.
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

  /// All records, oldest first.
  var sorted: [MutationRecord] { byOrder.values.sorted { $0.order < $1.order } }
  var openRecords: [MutationRecord] { open.values.compactMap { byOrder[$0] } }
  var count: Int { byOrder.count }
  var hasOnServer: Bool { !onServer.values.isEmpty }
  var onServerCount: Int { onServer.values.count }

  /// All records of a target as the disk has them, oldest first.
  func durable(target: String) -> [MutationRecord] { durable.filter { $0.target == target } }

  func open(target: String) -> [MutationRecord] { (openByTarget[target]?.values ?? []).compactMap { byOrder[$0] } }

  mutating func put(_ record: MutationRecord) {
    // The indexes below depend only on these members: if they are equal, replacing the record is enough.
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
    // If the queue stopped sending during the write, restore the record as pending.
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

  /// All records as the disk has them, in their order.
  var durable: [MutationRecord] {
    guard isBeingWritten else { return sorted }
    let others = byOrder.values.filter { unwritten[$0.id] == nil }
    return (others + unwritten.values.compactMap { $0 }).sorted { $0.order < $1.order }
  }

  /// Open records as the disk has them.
  var durableOpen: [MutationRecord] { isBeingWritten ? durable.filter(\.isOpen) : openRecords }

  // MARK: Sending

  /// Marks records as pending that were being sent when the process ended or sending was stopped, so that they are sent again.
  mutating func stopSending() {
    for record in openRecords where record.state == .sending {
      var record = record
      record.state = .pending
      put(record)
    }
  }

  /// The next record to send: the oldest open one behind `order` whose target is not stopped. A record that the disk may still
  /// refuse has to wait, and with it all later ones of its target.
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

  /// Marks `next` as being sent, together with those that can share its requests: others of its kind and service, each the oldest open
  /// one of its target.
  /// - Parameter isAlike: whether a record goes out through the same service.
  mutating func beginSending(
    _ next: MutationRecord, with handler: MutationHandler, without stopped: Set<String>,
    isAlike: (MutationRecord) -> Bool
  ) -> [MutationRecord] {
    var batch = [rebased(next, with: handler.form)]
    if let limit = handler.batch?.limit, handler.shares(batch[0]) {
      for order in open.after(next.order) where batch.count < limit {
        guard let record = byOrder[order], !stopped.contains(record.target), !isBeingWritten(record.id),
          isAlike(record),
          openByTarget[record.target]?.values.first == order
        else { continue }
        let rebased = rebased(record, with: handler.form)
        if handler.shares(rebased) { batch.append(rebased) }
      }
    }
    for index in batch.indices {
      batch[index].state = .sending
      put(batch[index])
    }
    return batch
  }

  /// Marks a record as pending that was not sent after all.
  mutating func stopSending(_ record: MutationRecord) {
    var record = record
    record.state = .pending
    put(record)
  }

  /// The record that a newer mutation of the same target may be merged into: the target's last open one, pending and never sent. A
  /// record that may be on the server stays as it was sent, otherwise it could not be recognised there. A record that later ones
  /// have overtaken (see ``rebased(_:with:)``) yields to them, which a new mutation must not.
  func coalescible(_ kind: MutationKind, target: String, hasBeenSent: (MutationRecord) -> Bool) -> MutationRecord? {
    guard let order = openByTarget[target]?.values.last, let last = byOrder[order], last.kind == kind,
      last.state == .pending, !hasBeenSent(last), !isBeingWritten(last.id), overtaking(last).isEmpty
    else { return nil }
    return last
  }

  /// The remainder of `record` after newer ones of its target that went out before it: the decision about `record` did not reach
  /// the disk, or the user retries it.
  func rebased(_ record: MutationRecord, with form: MutationForm) -> MutationRecord {
    overtaking(record).reduce(record) { form.rebased($0, $1) }
  }

  /// Newer records of the same kind and target that have reached the server before this one, oldest first.
  func overtaking(_ record: MutationRecord) -> [MutationRecord] {
    // A change that was taken over from another process or device can have an order below 1 although older changes of this process have higher
    // orders: compare the dates.
    (onServerByTarget[record.target]?.after(record.order) ?? []).compactMap { byOrder[$0] }.filter {
      $0.kind == record.kind && (record.order > 0 || $0.order < 1 || $0.createdAt > record.createdAt)
    }
  }

  /// Rebases all open records at the start, since caches show them before they are sent again.
  mutating func rebaseOpen(with forms: [MutationKind: MutationForm]) {
    for record in openRecords { if let form = forms[record.kind] { put(rebased(record, with: form)) } }
  }

  func isAnyFollowerBeingWritten(of record: MutationRecord) -> Bool {
    isBeingWritten && followers(of: record).contains { isBeingWritten($0.id) }
  }

  /// The server's last known state: `base`, or what was read back since, when earlier mutations of the target that were made from
  /// the same base have changed the server.
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

  /// Removes the oldest records that have reached the server, except for the last `count`. A record that overtook an older one of
  /// its target stays: what is left of the older one follows from it.
  /// - Parameter isKept: whether a record stays although it has reached the server.
  /// - Returns: the removed records.
  mutating func forgetDecided(
    keeping count: Int, except isKept: (MutationRecord) -> Bool = { _ in false }
  ) -> [MutationRecord] {
    var undecided: [String: Int] = [:]
    for record in byOrder.values where !record.isOnServer {
      undecided[record.target] = min(undecided[record.target] ?? .max, record.order)
    }
    let forgotten = onServer.values.dropLast(count).compactMap { byOrder[$0] }
      .filter { $0.order < undecided[$0.target] ?? .max && !isKept($0) }
    for record in forgotten { remove(record.id) }
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
