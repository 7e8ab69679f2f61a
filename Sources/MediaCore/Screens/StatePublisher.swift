/// Holds the state of a view model and notifies observers on the main actor. If the state changes several times in quick succession,
/// observers are called once, with the newest state.
@MainActor
public final class StatePublisher<State: Equatable & Sendable> {
  private final class Observer {
    weak var token: ObservationToken?
    let changed: @MainActor (State) -> Void
    var isActive: Bool { token?.isActive ?? false }

    init(token: ObservationToken, changed: @escaping @MainActor (State) -> Void) {
      self.token = token
      self.changed = changed
    }
  }

  /// The current state. Only the view model that owns the publisher can change the state.
  public package(set) var state: State {
    get { current }
    set {
      let isNew = newValue != current
      current = newValue
      if isNew { schedule() }
    }
  }

  private var current: State

  /// The screen that publishes here, for the commands of its view model.
  weak var screen: (any ScreenCommands)?

  /// Called with the newest state after one or several quick changes of the state. Only one closure can be set; use ``observe(_:)`` for
  /// several observers.
  public var onChange: (@MainActor (State) -> Void)? {
    didSet { if onChange != nil { screen?.timesChanged() } }
  }

  private var observers: [Observer] = []
  private var delivery: Task<Void, Never>?

  /// Whether anybody gets the state's changes.
  var isObserved: Bool { onChange != nil || observerCount > 0 }
  /// The number of active observers, for tests.
  var observerCount: Int { observers.count { $0.isActive } }

  /// Creates a publisher.
  /// - Parameter state: the initial state. Creating the publisher notifies no observer.
  public init(_ state: State) { current = state }

  func set(_ state: State) { self.state = state }

  /// Changes the state in place. Nothing is compared: `body` has to make the state a different one. Parts held only here are not
  /// copied.
  func change(_ body: (inout State) -> Void) {
    body(&current)
    schedule()
  }

  /// Calls `changed` at once with the current state, and later with the newest state after one or several quick changes, until the returned
  /// token is released.
  public func observe(_ changed: @escaping @MainActor (State) -> Void) -> ObservationToken {
    let token = ObservationToken {}
    observers.append(Observer(token: token, changed: changed))
    changed(state)
    screen?.timesChanged()
    return token
  }

  /// Returns once observers have received every change that was made before this call, or when the caller is cancelled.
  public func delivered() async {
    while !Task.isCancelled, let delivery { await delivery.finished() }
  }

  private func schedule() {
    guard delivery == nil else { return }
    delivery = Task { [weak self] in self?.deliver() }
  }

  private func deliver() {
    delivery = nil
    let state = state
    onChange?(state)
    var hasEnded = false
    for observer in observers {
      if observer.isActive { observer.changed(state) } else { hasEnded = true }
    }
    if hasEnded { observers.removeAll { !$0.isActive } }
  }
}
