/// Ends a call that takes longer than its endpoint allows, reading its answer included, whatever the layers below are doing.
///
/// One timer serves all calls: a sleeping task per call costs four times as much and leaves megabytes of cancelled sleeps.
struct DeadlineMiddleware: Middleware {
  let timer: DeadlineTimer

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    let work = call.work
    let entry = timer.add(at: call.began + call.traits.deadline) {
      work.finish(with: .failure(ClientError(.timedOut, operation: call.operation)))
    }
    defer { timer.remove(entry) }
    work.start {
      do throws(ClientError) {
        let response = try await next(call)
        call.finish(response)
        return .success(response)
      } catch { return .failure(error) }
    }
    return try await work.value().get()
  }
}

/// Runs closures at moments, with one sleeping task however many there are.
final class DeadlineTimer: Sendable {
  private struct Entry {
    let id: Int
    let due: Duration
    let fire: @Sendable () -> Void
  }

  private struct State {
    var entries: [Entry] = []
    var nextID = 0
    var wakeUp: Duration?
    var task: Task<Void, Never>?
  }

  private let clock: any TimeSource
  private let state = Locked(State())

  init(clock: any TimeSource) { self.clock = clock }

  deinit { state.withLock { $0.task?.cancel() } }

  /// - Parameter due: an uptime.
  func add(at due: Duration, fire: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.nextID += 1
      let entry = Entry(id: state.nextID, due: due, fire: fire)
      // Search from the end: most calls have the same limit, so the newest is nearly always due last.
      let index = state.entries.lastIndex { $0.due <= entry.due }.map { $0 + 1 } ?? 0
      state.entries.insert(entry, at: index)
      if state.wakeUp.map({ entry.due < $0 }) ?? true { restart(&state) }
      return entry.id
    }
  }

  /// Removes an entry, but keeps the sleeping task: the next call most likely comes before it wakes.
  func remove(_ id: Int) {
    state.withLock { state in
      if let index = state.entries.firstIndex(where: { $0.id == id }) { state.entries.remove(at: index) }
    }
  }

  private func restart(_ state: inout State) {
    state.task?.cancel()
    guard let due = state.entries.first?.due else {
      state.task = nil
      state.wakeUp = nil
      return
    }
    state.wakeUp = due
    state.task = Task { [clock, weak self] in
      do { try await clock.sleep(until: due, as: .watchdog) } catch { return }
      self?.fireDue()
    }
  }

  private func fireDue() {
    let now = clock.uptime()
    let due = state.withLock { state -> [Entry] in
      let due = state.entries.filter { $0.due <= now }
      state.entries.removeAll { $0.due <= now }
      restart(&state)
      return due
    }
    due.forEach { $0.fire() }
  }
}
