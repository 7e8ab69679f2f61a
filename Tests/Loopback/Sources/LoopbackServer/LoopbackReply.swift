public import Foundation
public import MediaCore

/// The answer of a handler.
///
/// A handler that throws instead ends the connection silently, as a server does that dies in the middle.
public enum LoopbackReply: Sendable {
  /// The whole answer. Without a `Content-Length` among its fields it goes out in chunks.
  case whole(HTTPResponse)
  /// The head at once, then each piece as it comes; the response's own body is not looked at. A sequence that throws
  /// cuts the connection off there.
  case pieces(HTTPResponse, AsyncThrowingStream<Data, any Error>)
}
