public import Foundation

/// Proves that the server of the stored data answers at an address: asks the address, without sending a credential, for data that only the
/// server and this device have.
public struct ServerProof: Sendable {
  /// A request to an address that is not proven yet, with the answer that proves it.
  public struct Question: Sendable {
    /// The request to the address, which is sent without credentials.
    public var endpoint: Endpoint<HTTPResponse>
    /// The body that this device has kept; nil to compare with the answer of the address in use.
    public var expected: Data?

    /// Creates a question.
    /// - Parameter expected: the body of the right answer, which this device has kept; nil to compare with the answer of the address in
    ///   use.
    public init(_ endpoint: Endpoint<HTTPResponse>, expected: Data? = nil) {
      self.endpoint = endpoint
      self.expected = expected
    }
  }

  /// A shorter body could be guessed.
  static let minimumBytes = 256

  /// Returns the questions to an address, in the order in which they are asked. The first right answer proves the address.
  public var questions: @Sendable () async -> [Question]

  /// Creates a proof.
  /// - Parameter questions: returns the questions to ask; none when this device keeps nothing to compare.
  public init(questions: @escaping @Sendable () async -> [Question] = { [] }) { self.questions = questions }
}
