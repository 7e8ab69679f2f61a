public import Foundation

/// A log of the last thousand events, for a log screen and for bug reports. The log can be shared safely, because entries never contain a
/// secret.
///
/// The log accepts entries only while ``isEnabled`` is true. ``copyAll(level:)`` returns the text for a bug report. The message of an entry
/// has at most 2 KB.
///
/// ```swift
/// shelf.client.log.isEnabled = true
/// show(shelf.client.log.copyAll(level: .warning))
/// ```
public final class EventLog: Sendable {
  /// The importance of an entry. ``copyAll(level:)`` and ``forward(_:to:)`` leave out the entries below the level that they are called
  /// with.
  public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// The levels in ascending order.
    case debug, info, warning, error

    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

    public var description: String {
      switch self {
      case .debug: "DEBUG"
      case .info: "INFO"
      case .warning: "WARNING"
      case .error: "ERROR"
      }
    }
  }

  /// An entry of the log. It holds operation ids, numbers and errors, and never a secret, a URL or a body.
  public struct Entry: Sendable, Hashable, Identifiable {
    public let id: Int
    /// The time at which the entry was added, read from the clock of the log.
    public let date: Date
    /// The importance of the entry.
    public let level: Level
    /// The message of the entry, at most 2 KB.
    public let message: String
    /// The source file whose code added the entry, as `Module/File.swift`.
    public let file: String
    /// The line of the source code that added the entry.
    public let line: Int
    /// The function that added the entry.
    public let function: String

    /// The entry as text: `[2026-09-01T10:00:00.000Z] [INFO] Module/File.swift:12 function()`, a line break, and the message.
    public var text: String { "[\(WireDate.format(date))] [\(level)] \(file):\(line) \(function)\n\(message)" }
  }

  /// The content of an entry. The text of an event is made when it is read: most are never read.
  enum Content {
    case message(String)
    case event(ClientEvent)

    fileprivate var text: String {
      switch self {
      case .message(let text): text
      case .event(let event): EventLog.cut(event.text)
      }
    }
  }

  /// An entry as it is kept.
  private struct Line {
    let id: Int
    let date: Date
    let level: Level
    let content: Content
    let file: String
    let line: Int
    let function: String

    var entry: Entry {
      Entry(
        id: id, date: date, level: level, message: content.text, file: file, line: line, function: function)
    }
  }

  private struct State {
    /// A ring once it is full: the oldest line stands at `oldest`.
    var lines: [Line] = []
    var oldest = 0
    var nextID = 1
    /// Nil while it is undecided; lines are kept meanwhile.
    var isEnabled: Bool? = true

    var inOrder: [Line] { Array(lines[oldest...] + lines[..<oldest]) }

    mutating func add(_ line: Line, capacity: Int) {
      if lines.count < capacity { return lines.append(line) }
      lines[oldest] = line
      oldest = (oldest + 1) % capacity
    }
  }

  private struct Decision {
    let isOn: @Sendable () -> Bool
  }

  private let state = Locked(State())
  private let decision = Locked<Decision?>(nil)
  private let observers = Observers<Void>()
  private let clock: any TimeSource
  private let capacity: Int
  private static let messageBytes = 2048
  /// The lines that are kept before it is decided whether the log is on.
  private static let openLines = 50

  /// Creates a log.
  /// - Parameter capacity: the largest number of entries. If there are more, the oldest entries are removed.
  public init(clock: any TimeSource, capacity: Int = 1000) {
    self.clock = clock
    self.capacity = max(1, capacity)
  }

  /// Whether new entries are added to the log. If false, new entries are dropped.
  public var isEnabled: Bool {
    get { decide() }
    set {
      decide()
      state.withLock { $0.isEnabled = newValue }
    }
  }

  /// Leaves ``isEnabled`` undecided until the log is read or has a few lines. The answer may stand in a file, and an app's launch
  /// must not wait for that.
  package func decideLater(_ isOn: @escaping @Sendable () -> Bool) {
    decision.withLock { $0 = Decision(isOn: isOn) }
    state.withLock { $0.isEnabled = nil }
  }

  /// Whether a line would be kept, as far as that is decided.
  var takesLines: Bool { state.withLock { $0.isEnabled } ?? true }

  @discardableResult
  private func decide() -> Bool {
    if let known = state.withLock({ $0.isEnabled }) { return known }
    let isOn = decision.withLock { $0 }?.isOn() ?? true
    return state.withLock { state in
      if let known = state.isEnabled { return known }
      state.isEnabled = isOn
      if !isOn { (state.lines, state.oldest, state.nextID) = ([], 0, 1) }
      return isOn
    }
  }

  /// The entries, oldest first.
  public var entries: [Entry] {
    decide()
    return state.withLock { $0.inOrder }.map(\.entry)
  }

  /// Adds an entry. A message longer than 2,048 bytes is cut to its first 2,048 bytes.
  public func add(
    _ level: Level, _ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line,
    function: String = #function
  ) {
    guard takesLines else { return }
    add(level, .message(Self.cut(message())), file: file, line: line, function: function)
  }

  func add(_ level: Level, _ content: Content, file: String, line: Int, function: String) {
    let date = clock.now()
    let (isAdded, isOpen) = state.withLock { state in
      guard state.isEnabled ?? true else { return (false, false) }
      let line = Line(
        id: state.nextID, date: date, level: level, content: content, file: file, line: line, function: function)
      state.add(line, capacity: capacity)
      state.nextID += 1
      return (true, state.isEnabled == nil && state.lines.count >= Self.openLines)
    }
    if isOpen { decide() }
    if isAdded { observers.notify() }
  }

  /// Cuts a message in front of the scalar that would be split: the replacement of half a scalar is longer than the half.
  private static func cut(_ message: String) -> String {
    guard let end = message.utf8.index(message.startIndex, offsetBy: messageBytes, limitedBy: message.endIndex) else {
      return message
    }
    return String(message.unicodeScalars[..<end])
  }

  /// Removes all entries and notifies the observers.
  public func clear() {
    state.withLock { ($0.lines, $0.oldest) = ([], 0) }
    observers.notify()
  }

  /// Returns all entries at `level` and above as one text, oldest first, for example for the pasteboard.
  public func copyAll(level: Level = .debug) -> String {
    entries.filter { $0.level >= level }.map(\.text).joined(separator: "\n")
  }

  /// Calls `changed` after each change of the log, on the thread that made the change, until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }
}
