/// The signal by which a process reports to others over the same folder that it has written into the folder. The signal carries no content:
/// its receiver reads the folder. If a signal is lost, the receiver reads the change at its next occasion.
///
/// `DarwinSignal` is the signal of Apple's systems, and `LocalSignal` of MediaTesting the one of tests. With ``NoSignal``, call
/// ``AccountStorage/folderChanged()`` when the app finds out about a change in another way.
public protocol FolderSignal: Sendable {
  /// Sends a signal to all processes over the folder, including this one.
  func post(_ news: FolderNews)
  /// Calls `heard` after each signal until the token is released.
  func observe(_ news: FolderNews, _ heard: @escaping @Sendable () -> Void) -> ObservationToken
}

/// The kind of a ``FolderSignal``: what was written into the folder.
public enum FolderNews: String, Sendable, Hashable, CaseIterable {
  /// The owner of the folder has written into it: processes that only read show the new content.
  case written
  /// Another process has handed over a change: the owner takes it over and sends it.
  case handedOver
}

/// A signal that reaches no process: for an app without extensions.
public struct NoSignal: FolderSignal {
  public init() {}
  public func post(_ news: FolderNews) {}
  public func observe(_ news: FolderNews, _ heard: @escaping @Sendable () -> Void) -> ObservationToken {
    ObservationToken {}
  }
}
