import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of a session that is under way.
///
/// `@unchecked Sendable`: its variables are those of the session's delegate, whose callbacks come one after the other; `task` is guarded
/// by the delegate's lock, and `done` is set before the delegate knows of the transfer.
final class URLSessionTransfer: @unchecked Sendable {
  let request: HTTPRequest
  /// Takes the answer piece by piece; nil for an answer that is returned whole.
  let receive: (@Sendable (DownloadPiece) -> Void)?
  /// Called once with the outcome, by the code that takes the transfer off the delegate's list.
  var done: @Sendable (Result<ReceivedAnswer, any Error>) -> Void
  /// The session's task; nil until the request has begun.
  var task: URLSessionDataTask?
  var response: HTTPURLResponse?
  var body = Data()
  var received = 0
  var hops = 0
  /// The answer that asks for a password: nil when none does, and `.some(nil)` when its head is unknown.
  var challenge: HTTPURLResponse??

  init(
    _ request: HTTPRequest, receive: (@Sendable (DownloadPiece) -> Void)? = nil,
    done: @escaping @Sendable (Result<ReceivedAnswer, any Error>) -> Void = { _ in }
  ) {
    (self.request, self.receive, self.done) = (request, receive, done)
  }

  func answer(or head: HTTPURLResponse?) -> ReceivedAnswer { ReceivedAnswer(head: response ?? head, body: body) }
}

/// An answer as the session gave it. The call's own task reads it, since on Linux all calls wait for the session's thread.
struct ReceivedAnswer: Sendable {
  let head: HTTPURLResponse?
  var body = Data()
}
