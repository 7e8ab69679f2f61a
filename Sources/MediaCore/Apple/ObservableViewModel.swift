#if canImport(Combine)
  public import Combine

  /// A view model of the SDK as an `ObservableObject`, for SwiftUI on every supported system. One line per use:
  ///
  /// ```swift
  /// @StateObject private var latest = LatestViewModel(shelf: shelf).observable()
  /// ```
  ///
  /// Parts of the state are read straight from it (`latest.rows`), actions are called on ``model`` (`latest.model.refresh()`).
  @MainActor @dynamicMemberLookup
  public final class ObservableViewModel<Model: ViewModel>: ObservableObject {
    /// The view model, for calling its actions.
    public let model: Model
    /// The state that was published last.
    @Published public private(set) var state: Model.State
    private var token: ObservationToken?

    /// Creates an object that observes the view model for as long as the object lives.
    public init(_ model: Model) {
      self.model = model
      state = model.state
      token = model.observe { [weak self] in self?.show($0) }
    }

    /// The part of the published state at the key path.
    public subscript<Value>(dynamicMember part: KeyPath<Model.State, Value>) -> Value { state[keyPath: part] }

    private func show(_ new: Model.State) {
      // Skip an equal state: each assignment redraws the view.
      if new != state { state = new }
    }
  }

  extension ViewModel {
    /// This view model as an `ObservableObject`. The view model lives as long as the returned object.
    public func observable() -> ObservableViewModel<Self> { ObservableViewModel(self) }
  }
#endif
