import MediaCore

/// The observers of changes of the progress, shared by the services of one server and folder. They are notified of the changes that this
/// process accepts, and of those that it takes over from another process, such as a widget.
final class ProgressChanges: Sendable {
  private let observers: Observers<(change: ProgressMutation, account: String)>
  private let takenOver: ObservationToken

  init(queue: MutationQueue) {
    let observers = Observers<(change: ProgressMutation, account: String)>()
    self.observers = observers
    takenOver = queue.observeTakenOver { record in
      if let change = record.mutation(ProgressMutation.self) { observers.notify((change, record.account)) }
    }
  }

  func add(_ changed: @escaping @Sendable (ProgressMutation, _ account: String) -> Void) -> ObservationToken {
    observers.add { changed($0.change, $0.account) }
  }

  func notify(_ change: ProgressMutation, of account: String) { observers.notify((change, account)) }
}
