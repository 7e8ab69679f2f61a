/// Notifies the processes that use the same folder of a change in this folder. A process posts a signal after it has written into the
/// folder. The signal does not contain the change itself, so its receiver reads the folder. If a signal is lost, the receiver finds the
/// change the next time it reads the folder.
///
/// `DarwinSignal` implements this protocol on Apple's systems, and `LocalSignal` of MediaTesting implements it for tests. An app without a
/// signal (``NoSignal``) can call ``AccountStorage/folderChanged()`` when it detects a change in another way.
public protocol FolderSignal: Sendable {
  /// Sends a signal to all processes that use the folder, including this process.
  func post(_ news: FolderNews)
  /// Calls `heard` after each signal with this `news`, until the returned token is released.
  func observe(_ news: FolderNews, _ heard: @escaping @Sendable () -> Void) -> ObservationToken
}

/// The change in a folder that a ``FolderSignal`` reports.
public enum FolderNews: String, Sendable, Hashable, CaseIterable {
  /// The owner of the folder has written into the folder. Processes that only read the folder read it again and show the new content.
  case written
  /// A process that does not own the folder, such as a widget, has stored a change. The owner of the folder takes the change over and sends
  /// it to the server.
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
