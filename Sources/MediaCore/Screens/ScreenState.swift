/// The functions of a ``StoreScreen`` that every view model offers.
@MainActor
protocol ScreenCommands: AnyObject {
  func load()
  func refresh()
  func refreshAndWait() async
  func settled() async
  func text(_ error: ClientError) -> String
  func dismissNotice()
  /// Somebody observes the screen now, or the time of its next read has changed.
  func timesChanged()
}

/// The members that the state of every screen has: an error, a notice, and whether a refresh is running.
public protocol ScreenState: Equatable, Sendable {
  /// The error of the last load or refresh that failed; nil once a load or refresh has succeeded.
  var error: ClientError? { get set }
  /// A sentence for the user about the result of an action on this screen; nil if there is no such sentence or the user has dismissed it.
  var notice: String? { get set }
  /// Whether a refresh that the user started, for example by pulling the list, is still running.
  var isRefreshing: Bool { get set }
}
