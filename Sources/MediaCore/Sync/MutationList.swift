/// The mutations of one account in their order. No operation but a look at all of them costs more with their number.
struct MutationList {
  private var byOrder: [Int: MutationRecord] = [:]
  private var orders: [String: Int] = [:]
  /// Orders of the open ones, oldest first.
  private var open = SortedOrders()
  private var openByTarget: [String: SortedOrders] = [:]
  /// Orders of those that have reached the server, oldest first.
  private var onServer = SortedOrders()
  /// How often each is on its way to the disk just now.
  private var unwritten: [String: Int] = [:]

  subscript(id: String) -> MutationRecord? { orders[id].flatMap { byOrder[$0] } }

  /// In their order.
  var sorted: [MutationRecord] { byOrder.values.sorted { $0.order < $1.order } }
  var openRecords: [MutationRecord] { open.values.compactMap { byOrder[$0] } }
  var hasOpen: Bool { !open.values.isEmpty }
  var count: Int { byOrder.count }

  func open(target: String) -> [MutationRecord] { (openByTarget[target]?.values ?? []).compactMap { byOrder[$0] } }

  mutating func put(_ record: MutationRecord) {
    remove(record.id)
    byOrder[record.order] = record
    orders[record.id] = record.order
    if record.isOpen {
      open.insert(record.order)
      openByTarget[record.target, default: SortedOrders()].insert(record.order)
    } else if record.isOnServer {
      onServer.insert(record.order)
    }
  }

  mutating func remove(_ id: String) {
    guard let order = orders.removeValue(forKey: id), let record = byOrder.removeValue(forKey: order) else { return }
    open.remove(order)
    onServer.remove(order)
    openByTarget[record.target]?.remove(order)
    if openByTarget[record.target]?.values.isEmpty == true { openByTarget[record.target] = nil }
  }

  mutating func removeAll() { self = MutationList() }

  // MARK: On its way to the disk

  mutating func beginWriting(_ id: String) { unwritten[id, default: 0] += 1 }
  mutating func endWriting(_ id: String) { unwritten[id] = unwritten[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
  func isBeingWritten(_ id: String) -> Bool { unwritten[id] != nil }

  // MARK: Sending

  /// A record that was being sent when the process ended, or sending was stopped, is sent again.
  mutating func stopSending() {
    for record in openRecords where record.state == .sending {
      var record = record
      record.state = .pending
      put(record)
    }
  }

  /// The next to send: the oldest open one whose target is not stopped. A record that the disk may still refuse has to wait, and
  /// with it all later ones of its target.
  func next(without stopped: Set<String>, kinds: Set<MutationKind>) -> MutationRecord? {
    var passed: Set<String> = []
    for order in open.values {
      guard let record = byOrder[order], kinds.contains(record.kind), !stopped.contains(record.target),
        !passed.contains(record.target)
      else { continue }
      if isBeingWritten(record.id) {
        passed.insert(record.target)
      } else {
        return record
      }
    }
    return nil
  }

  /// The record that a newer mutation of the same target may change: the last of it, waiting, and never sent. A record that
  /// may already be on the server stays as it was sent, or nobody could recognise it there.
  func coalescible(_ kind: MutationKind, target: String, hasBeenSent: (MutationRecord) -> Bool) -> MutationRecord? {
    guard let order = openByTarget[target]?.values.last, let last = byOrder[order], last.kind == kind,
      last.state == .pending, !hasBeenSent(last), !isBeingWritten(last.id)
    else { return nil }
    return last
  }

  /// What newer ones of the same target have left of `record` that went out before it: its end did not reach the disk, or
  /// somebody retries it.
  func rebased(_ record: MutationRecord, with handler: MutationHandler) -> MutationRecord {
    onServer.after(record.order).compactMap { byOrder[$0] }
      .filter { $0.kind == record.kind && $0.target == record.target }
      .reduce(record) { handler.rebased($0, $1) }
  }

  /// Open records of the same kind and target that wait behind `record`.
  func followers(of record: MutationRecord) -> [MutationRecord] {
    open(target: record.target).filter { $0.kind == record.kind && $0.order > record.order }
  }

  /// Records of a kind and target that have reached the server, oldest first.
  func onServer(_ kind: MutationKind, target: String) -> [MutationRecord] {
    onServer.values.compactMap { byOrder[$0] }.filter { $0.kind == kind && $0.target == target }
  }

  /// Removes the oldest of those that have reached the server.
  mutating func forgetDecided(keeping count: Int) {
    for order in onServer.values.dropLast(count) { if let record = byOrder[order] { remove(record.id) } }
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
