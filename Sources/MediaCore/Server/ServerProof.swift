public import Foundation

/// Shows that an address belongs to the server of the stored data without sending it a credential: asks it for something that only the
/// server and this device know.
public struct ServerProof: Sendable {
  /// A question to an address that has not been proven.
  public struct Question: Sendable {
    /// The request. It is sent without credentials.
    public var endpoint: Endpoint<HTTPResponse>
    /// The body that this device has kept; nil to compare with the answer of the address in use.
    public var expected: Data?

    /// - Parameter expected: the body that this device has kept.
    public init(_ endpoint: Endpoint<HTTPResponse>, expected: Data? = nil) {
      self.endpoint = endpoint
      self.expected = expected
    }
  }

  /// A shorter body could be guessed.
  static let minimumBytes = 256

  /// The questions in the order in which they are asked; the first right answer is the proof.
  public var questions: @Sendable () async -> [Question]

  /// - Parameter questions: none when this device keeps nothing that could be compared.
  public init(questions: @escaping @Sendable () async -> [Question] = { [] }) { self.questions = questions }
}
