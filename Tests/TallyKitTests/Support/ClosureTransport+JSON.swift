import MediaCore
import TallyTesting
import TestSupport

extension ClosureTransport {
  /// Answers with the JSON a closure says.
  static func json(_ answer: @escaping @Sendable (HTTPRequest) throws -> JSONValue) -> ClosureTransport {
    ClosureTransport { .json(try answer($0)) }
  }
}
