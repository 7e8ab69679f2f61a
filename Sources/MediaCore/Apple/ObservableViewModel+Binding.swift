#if canImport(SwiftUI)
  public import SwiftUI

  extension ObservableViewModel {
    /// A binding to a property of the view model that can be set, such as the text of a search field:
    ///
    /// ```swift
    /// TextField("Search", text: search.binding(\.query))
    /// ```
    public func binding<Value: Sendable>(_ property: ReferenceWritableKeyPath<Model, Value>) -> Binding<Value> {
      // Safe: key paths are immutable, but Swift does not mark one to a main-actor property as `Sendable`.
      nonisolated(unsafe) let property = property
      return Binding(
        get: { MainActor.assumeIsolated { self.model[keyPath: property] } },
        set: { value in MainActor.assumeIsolated { self.model[keyPath: property] = value } })
    }
  }
#endif
