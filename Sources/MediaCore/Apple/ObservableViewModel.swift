#if canImport(Combine)
  public import Combine

  /// Makes a view model of the SDK an `ObservableObject`, for SwiftUI on every supported system. A view needs one line:
  ///
  /// ```swift
  /// @StateObject private var latest = LatestViewModel(shelf: shelf).observable()
  /// ```
  ///
  /// Read the properties of the state directly on this object (`latest.rows`), and call actions on ``model`` (`latest.model.refresh()`).
  @MainActor @dynamicMemberLookup
  public final class ObservableViewModel<Model: ViewModel>: ObservableObject {
    /// The view model, for calling its actions.
    public let model: Model
    /// The state that the view model published last.
    @Published public private(set) var state: Model.State
    private var token: ObservationToken?

    /// Creates an object that observes the view model for as long as the object lives.
    public init(_ model: Model) {
      self.model = model
      state = model.state
      token = model.observe { [weak self] in self?.show($0) }
    }

    /// Returns a value of the view model's state, so that a view can write `latest.rows` instead of `latest.state.rows`.
    public subscript<Value>(dynamicMember part: KeyPath<Model.State, Value>) -> Value { state[keyPath: part] }

    private func show(_ new: Model.State) {
      // Skip an equal state: each assignment redraws the view.
      if new != state { state = new }
    }
  }

  extension ViewModel {
    /// Returns an `ObservableObject` for this view model. The view model lives as long as the returned object.
    public func observable() -> ObservableViewModel<Self> { ObservableViewModel(self) }
  }
#endif
