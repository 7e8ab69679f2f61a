/// A signal that one process sends to the other processes over the same folder after it has written into the folder. The signal has no
/// content, so its receiver reads the folder. If a signal is lost, the receiver finds the change the next time it reads the folder.
///
/// `DarwinSignal` implements this protocol on Apple's systems, and `LocalSignal` of MediaTesting implements it for tests. With
/// ``NoSignal``, call ``AccountStorage/folderChanged()`` if the app detects a change in another way.
public protocol FolderSignal: Sendable {
  /// Sends a signal to all processes over the folder, including this process.
  func post(_ news: FolderNews)
  /// Calls `heard` after each signal with this `news` until the token is released.
  func observe(_ news: FolderNews, _ heard: @escaping @Sendable () -> Void) -> ObservationToken
}

/// The content of a change that a ``FolderSignal`` reports.
public enum FolderNews: String, Sendable, Hashable, CaseIterable {
  /// The owner of the folder has written into it. Processes that only read the folder read it again and show the new content.
  case written
  /// A process that does not own the folder, such as a widget, has stored a change, which the owner of the folder sends to the server.
  case handedOver
}

/// A signal that reaches no process, for an app without extensions.
public struct NoSignal: FolderSignal {
  public init() {}
  public func post(_ news: FolderNews) {}
  public func observe(_ news: FolderNews, _ heard: @escaping @Sendable () -> Void) -> ObservationToken {
    ObservationToken {}
  }
}
