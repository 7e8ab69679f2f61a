import MediaCore
import MediaTesting

/// One thing that a person does.
struct Action {
  let name: String
  /// The service that has to be signed in.
  let service: String
  /// The share of choices that fall on this action, relative to the weights of the others.
  let weight: Int
  let run: @MainActor () async throws -> Void

  init(_ name: String, _ service: String, _ weight: Int = 1, _ run: @escaping @MainActor () async throws -> Void) {
    (self.name, self.service, self.weight, self.run) = (name, service, weight, run)
  }
}

/// The actions of a person in one service, during one launch of the app.
@MainActor
protocol Use {
  var random: SeededRandom { get }
  var actions: [Action] { get }
}

extension Use {
  /// Opens a screen, and closes it again: some people don't wait for it, and some pull to refresh.
  @discardableResult
  func show<Model: ViewModel>(_ model: Model) async -> Model.State {
    model.onChange = { _ in }
    model.load()
    if random.oneIn(8) { return model.state }
    await model.settled()
    if random.oneIn(4) { await model.refreshAndWait() }
    return model.state
  }

  /// Opens a screen and waits for it.
  func shown<Model: ViewModel>(_ model: Model) async -> Model.State {
    await model.loadAndWait()
    return model.state
  }
}
