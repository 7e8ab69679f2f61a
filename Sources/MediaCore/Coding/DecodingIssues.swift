/// A fault in a response that the SDK tolerated while decoding. It contains the path and the kind of the fault, and never a value from the
/// response.
public struct DecodingIssue: Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault that was tolerated.
  public enum Problem: String, Sendable, Hashable {
    /// A member had another type than expected. It was read as if it were missing.
    case wrongType
    /// An element of a list could not be read, for example because it had no id. The element was left out of the list.
    case droppedElement
  }

  /// The coding path of the fault, such as `results[2].media.duration`. Keys that the server chose are replaced by `[*]`. The path contains
  /// no values from the response.
  public let path: String
  /// The kind of the fault: a member of a wrong type, or a list element that was left out.
  public let problem: Problem

  public var description: String { "\(path): \(problem.rawValue)" }
}

/// Counts the faults that are tolerated while one response is decoded. The count can reveal that a server has changed the format of its
/// responses.
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

  /// The number of faults that were tolerated.
  public var count: Int { state.withLock { $0.count } }

  /// The first 50 faults that were tolerated.
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
