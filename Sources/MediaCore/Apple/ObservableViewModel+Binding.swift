#if canImport(SwiftUI)
  public import SwiftUI

  extension ObservableViewModel {
    /// Returns a binding to a settable property of the view model, such as the text of a search field:
    ///
    /// ```swift
    /// TextField("Search", text: search.binding(\.query))
    /// ```
    public func binding<Value: Sendable>(_ property: ReferenceWritableKeyPath<Model, Value>) -> Binding<Value> {
      // `nonisolated(unsafe)` is safe: key paths are immutable. Swift does not treat a key path to a main-actor property as `Sendable`.
      nonisolated(unsafe) let property = property
      return Binding(
        get: { MainActor.assumeIsolated { self.model[keyPath: property] } },
        set: { value in MainActor.assumeIsolated { self.model[keyPath: property] = value } })
    }

    /// Returns a binding to a value in the view model's state, for a picker, a toggle or a slider. When the control changes the value, the
    /// binding calls `set`. In `set`, pass the new value to a function of the view model:
    ///
    /// ```swift
    /// @MainActor func shuffleToggle(_ player: ObservableViewModel<PlayerViewModel>) -> some View {
    ///   Toggle("Shuffle", isOn: player.binding(\.chapterOrder.isShuffled) { $0.setShuffled($1) })
    /// }
    /// ```
    public func binding<Value: Sendable>(
      _ part: KeyPath<Model.State, Value>, set: @escaping @MainActor @Sendable (Model, Value) -> Void
    ) -> Binding<Value> {
      // `nonisolated(unsafe)` is safe: key paths are immutable.
      nonisolated(unsafe) let part = part
      return Binding(
        get: { MainActor.assumeIsolated { self.state[keyPath: part] } },
        set: { value in MainActor.assumeIsolated { set(self.model, value) } })
    }
  }
#endif
