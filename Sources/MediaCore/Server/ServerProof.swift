public import Foundation

/// A way to prove that an address leads to the server whose data this device has stored. The SDK asks the address, without a credential,
/// for data that only the server and this device have.
public struct ServerProof: Sendable {
  /// A request to an address that is not proven yet, together with the answer that proves the address.
  public struct Question: Sendable {
    /// The request to the address, which is sent without credentials.
    public var endpoint: Endpoint<HTTPResponse>
    /// The body of the right response, as stored on this device. If nil, the address in use is asked the same question, and the two
    /// responses are compared.
    public var expected: Data?

    /// Creates a question.
    /// - Parameter expected: the body of the right response, as stored on this device. If nil, the address in use is asked the same
    ///   question, and the two responses are compared.
    public init(_ endpoint: Endpoint<HTTPResponse>, expected: Data? = nil) {
      self.endpoint = endpoint
      self.expected = expected
    }
  }

  /// A shorter body could be guessed.
  static let minimumBytes = 256

  /// Returns the questions, which are asked in this order. The first right answer proves the address.
  public var questions: @Sendable () async -> [Question]

  /// Creates a proof.
  /// - Parameter questions: returns the questions to ask; an empty array if this device has stored nothing to compare.
  public init(questions: @escaping @Sendable () async -> [Question] = { [] }) { self.questions = questions }
}
