import MediaCore

/// Waits until a screen shows something.
@MainActor
enum Shown {
  static func wait<Model: ViewModel>(_ model: Model, until isShown: @escaping @MainActor (Model.State) -> Bool) async {
    if isShown(model.state) { return }
    var token: ObservationToken?
    await withCheckedContinuation { continuation in
      var isOver = false
      token = model.observe { state in
        guard !isOver, isShown(state) else { return }
        isOver = true
        continuation.resume()
      }
    }
    withExtendedLifetime(token) {}
  }
}
