/// The signal by which processes over one folder tell each other that they have written into it. It carries no content: who hears it
/// reads the folder. A signal that gets lost loses nothing; what is new is then read at the next occasion.
///
/// On Apple's systems `DarwinSignal` is one; tests use `LocalSignal` of MediaTesting. Without one (``NoSignal``), call
/// ``AccountStorage/folderChanged()`` when the app learns of it otherwise.
public protocol FolderSignal: Sendable {
  /// Tells all processes, this one as well.
  func post(_ news: FolderNews)
  /// Calls `heard` after each signal until the token is released.
  func observe(_ news: FolderNews, _ heard: @escaping @Sendable () -> Void) -> ObservationToken
}

/// The news of a ``FolderSignal``.
public enum FolderNews: String, Sendable, Hashable, CaseIterable {
  /// The owner of the folder has written: processes that read show it.
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
