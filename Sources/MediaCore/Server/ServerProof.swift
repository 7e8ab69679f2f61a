public import Foundation

/// A proof that the server of the stored data answers at an address. The address is asked, without a credential, for data that only the
/// server and this device have.
public struct ServerProof: Sendable {
  /// A request to an address that is not proven yet, together with the answer that proves the address.
  public struct Question: Sendable {
    /// The request to the address, which is sent without credentials.
    public var endpoint: Endpoint<HTTPResponse>
    /// The body of the right answer, as stored on this device. If nil, the answer is compared with the answer of the address in use.
    public var expected: Data?

    /// Creates a question.
    /// - Parameter expected: the body of the right answer, as stored on this device. If nil, the answer is compared with the answer of the
    ///   address in use.
    public init(_ endpoint: Endpoint<HTTPResponse>, expected: Data? = nil) {
      self.endpoint = endpoint
      self.expected = expected
    }
  }

  /// A shorter body could be guessed.
  static let minimumBytes = 256

  /// Returns the questions in the order in which they are asked. The first right answer proves the address.
  public var questions: @Sendable () async -> [Question]

  /// Creates a proof.
  /// - Parameter questions: returns the questions to ask; an empty array if this device has stored nothing to compare.
  public init(questions: @escaping @Sendable () async -> [Question] = { [] }) { self.questions = questions }
}
