import MediaCore
import TallyTesting
import TestSupport

extension ClosureTransport {
  /// A transport that answers with a closure's JSON.
  static func json(_ answer: @escaping @Sendable (HTTPRequest) throws -> JSONValue) -> ClosureTransport {
    ClosureTransport { .json(try answer($0)) }
  }
}
