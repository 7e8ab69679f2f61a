#if canImport(Observation)
  public import Observation

  /// Makes a view model of the SDK observable with the Observation framework: views that read its state are updated when the state changes.
  /// A view needs one line:
  ///
  /// ```swift
  /// @State private var latest = LatestViewModel(shelf: shelf).tracked()
  /// ```
  ///
  /// For systems without Observation, see `ObservableViewModel`. Read the properties of the state directly on this object (`latest.rows`),
  /// and call actions on ``model`` (`latest.model.refresh()`).
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor @dynamicMemberLookup
  public final class TrackedViewModel<Model: ViewModel>: Observable {
    /// The view model, for calling its actions.
    public let model: Model
    private let registrar = ObservationRegistrar()
    private var shown: Model.State
    private var token: ObservationToken?

    /// Creates an object that observes the view model for as long as the object lives.
    public init(_ model: Model) {
      self.model = model
      shown = model.state
      token = model.observe { [weak self] in self?.show($0) }
    }

    /// The state that the view model published last.
    public var state: Model.State {
      registrar.access(self, keyPath: \.state)
      return shown
    }

    /// Returns a value of the view model's state, so that a view can write `latest.rows` instead of `latest.state.rows`.
    public subscript<Value>(dynamicMember part: KeyPath<Model.State, Value>) -> Value { state[keyPath: part] }

    private func show(_ new: Model.State) {
      guard new != shown else { return }
      registrar.withMutation(of: self, keyPath: \.state) { shown = new }
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension ViewModel {
    /// Returns an object that makes this view model observable with the Observation framework. The view model lives as long as the returned
    /// object.
    public func tracked() -> TrackedViewModel<Self> { TrackedViewModel(self) }
  }
#endif
