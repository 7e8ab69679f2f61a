/// One fault in an answer that was tolerated: its place and its kind, never a value of the answer.
public struct DecodingIssue: Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault that was tolerated.
  public enum Problem: String, Sendable, Hashable {
    /// A member had another type than expected and was read as absent.
    case wrongType
    /// An element of a list had no id and was left out.
    case droppedElement
  }

  /// The coding path of the fault, with `[*]` for keys that the server made up. It holds no values of the answer.
  public let path: String
  /// The kind of the fault: a member of a wrong type, or an element that was left out.
  public let problem: Problem

  public var description: String { "\(path): \(problem.rawValue)" }
}

/// Counts the tolerated faults of one decoding, so that leniency never hides that a server changed.
public final class DecodingIssues: Sendable {
  private struct State {
    var issues: [DecodingIssue] = []
    var count = 0
  }

  private let state = Locked(State())
  private static let kept = 50

  private let stopsWhenCancelled: Bool

  public convenience init() { self.init(stopsWhenCancelled: false) }

  /// - Parameter stopsWhenCancelled: true for the answer of a call; a file has to be read to its end.
  init(stopsWhenCancelled: Bool) { self.stopsWhenCancelled = stopsWhenCancelled }

  /// Ends the decoding of a list when its call was cancelled.
  func check() throws {
    if stopsWhenCancelled, Task.isCancelled { throw CancellationError() }
  }

  /// The number of tolerated faults.
  public var count: Int { state.withLock { $0.count } }

  /// The first 50 of the tolerated faults.
  public var issues: [DecodingIssue] { state.withLock { $0.issues } }

  func add(_ problem: DecodingIssue.Problem, at path: @autoclosure () -> [any CodingKey]) {
    state.withLock { state in
      state.count += 1
      guard state.issues.count < Self.kept else { return }
      state.issues.append(DecodingIssue(path: path().text, problem: problem))
    }
  }
}

extension [any CodingKey] {
  /// `results[2].media.duration`. A key that the server made up, as in a dictionary, is `[*]`: it can hold anything.
  var text: String {
    reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      guard Mirror(reflecting: key).displayStyle == .enum else { return text + "[*]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }
}
