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

/// The members that every screen's state has: an error, a notice, and whether a refresh is under way.
public protocol ScreenState: Equatable, Sendable {
  /// Why the last load or refresh failed, until one succeeds.
  var error: ClientError? { get set }
  /// A sentence for the user about an action on this screen, until it is dismissed.
  var notice: String? { get set }
  /// Whether pull to refresh is under way.
  var isRefreshing: Bool { get set }
}
