import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The state of a ``URLSessionTransport``'s tasks, by task.
///
/// A session delegate, because a per-task one is ignored on Linux. `@unchecked Sendable` because NSObject is not
/// Sendable: the only stored property is a lock.
final class URLSessionTransportDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Transfer {
    let request: HTTPRequest
    let head: @Sendable (HTTPResponse) -> Void
    let bytes: @Sendable (Data) -> Void
    let done: @Sendable (Result<HTTPResponse, any Error>) -> Void
    var response: HTTPResponse?
    var received = 0
    var hops = 0
    /// An answer that asks for a password, as far as it is known when it does.
    var challenge: HTTPResponse?
  }

  private let transfers = Locked<[Int: Transfer]>([:])

  /// Seconds. On Linux a task that comes to its end in the moment in which it is cancelled ends the process
  /// (`TaskRegistry.swift`). Within the pause most tasks end by themselves; what they still bring is dropped.
  #if canImport(FoundationNetworking)
    static let pauseBeforeCancelling = 1.0
  #else
    static let pauseBeforeCancelling = 0.0
  #endif

  func start(
    _ task: URLSessionDataTask, request: HTTPRequest, head: @escaping @Sendable (HTTPResponse) -> Void,
    bytes: @escaping @Sendable (Data) -> Void, done: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void
  ) {
    transfers.withLock {
      $0[task.taskIdentifier] = Transfer(request: request, head: head, bytes: bytes, done: done)
    }
    task.resume()
  }

  /// Ends a task and resumes its caller, without waiting for the session to do so.
  func end(_ task: URLSessionDataTask, with failure: TransportFailure) {
    guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    transfer.done(.failure(failure))
    // From another thread: on Linux it waits for the session's callbacks, and this can be one.
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.pauseBeforeCancelling) {
      if task.state == .running || task.state == .suspended { task.cancel() }
    }
  }

  /// Resumes all callers.
  func endAll() {
    let ended = transfers.withLock { transfers in
      defer { transfers = [:] }
      return transfers.values
    }
    ended.forEach { $0.done(.failure(TransportFailure.cancelled)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let followed = transfers.withLock { transfers -> URLRequest? in
      guard var transfer = transfers[task.taskIdentifier] else { return nil }
      transfer.hops += 1
      transfers[task.taskIdentifier] = transfer
      guard transfer.hops <= 5 else { return nil }
      return Redirect(original: transfer.request, from: response.url).followed(to: request)
    }
    completionHandler(followed)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let http = response as? HTTPURLResponse else {
      end(dataTask, with: .malformed)
      return completionHandler(.cancel)
    }
    let head = HTTPResponse(http)
    let transfer = transfers.withLock { transfers in
      transfers[dataTask.taskIdentifier]?.response = head
      return transfers[dataTask.taskIdentifier]
    }
    guard let transfer else { return completionHandler(.cancel) }
    if response.expectedContentLength > Int64(transfer.request.maximumResponseBytes) {
      end(dataTask, with: .tooLarge)
      return completionHandler(.cancel)
    }
    // A compressed body that breaks off is inflated as far as it goes, and seems complete.
    if transfer.request.fields["Accept-Encoding"] == "identity", let coding = head.fields["Content-Encoding"],
      !coding.equalsIgnoringASCIICase("identity")
    {
      end(dataTask, with: .malformed)
      return completionHandler(.cancel)
    }
    transfer.head(head)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let transfer = transfers.withLock { transfers in
      transfers[dataTask.taskIdentifier]?.received += data.count
      return transfers[dataTask.taskIdentifier]
    }
    guard let transfer else { return }
    if transfer.received > transfer.request.maximumResponseBytes {
      end(dataTask, with: .tooLarge)
    } else {
      transfer.bytes(data)
    }
  }

  /// There are no passwords here: who asks for one, such as a proxy before the server, gets none, and the 401 is the
  /// answer. Without this method Linux would wait for one without end.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let passwords = [
      NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
      NSURLAuthenticationMethodHTMLForm, NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate,
    ]
    // From another thread: on Linux either answer waits for this callback.
    guard passwords.contains(challenge.protectionSpace.authenticationMethod) else {
      return DispatchQueue.global().async { completionHandler(.performDefaultHandling, nil) }
    }
    let answer = ((challenge.failureResponse ?? task.response) as? HTTPURLResponse).map(HTTPResponse.init)
    transfers.withLock { $0[task.taskIdentifier]?.challenge = answer ?? HTTPResponse(status: 401) }
    DispatchQueue.global().async { completionHandler(.rejectProtectionSpace, nil) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    if let challenge = transfer.challenge, (error as? URLError)?.code == .cancelled {
      // Linux ends the task for it. A cancellation by the caller does not come here.
      if transfer.response == nil { transfer.head(challenge) }
      transfer.done(.success(transfer.response ?? challenge))
    } else if let error {
      transfer.done(.failure(TransportFailure(error)))
    } else if let response = transfer.response ?? (task.response as? HTTPURLResponse).map(HTTPResponse.init) {
      transfer.done(.success(response))
    } else {
      transfer.done(.failure(TransportFailure.malformed))
    }
  }
}

extension HTTPResponse {
  init(_ response: HTTPURLResponse) {
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { fields.append(name, value) }
    }
    self.init(status: response.statusCode, fields: fields, url: response.url)
  }
}

/// Whether one redirect is followed, and with what.
struct Redirect {
  let original: HTTPRequest
  let from: URL?

  func followed(to request: URLRequest) -> URLRequest? {
    guard let target = request.url, let from = from ?? original.url as URL?,
      request.httpMethod == original.method.rawValue
    else { return nil }
    switch original.redirects {
    case .none: return nil
    case .sameOrigin:
      let isUpgrade =
        from.scheme == "http" && target.scheme == "https" && from.host == target.host && from.port == nil
        && target.port == nil
      guard isUpgrade || Origin(from) == Origin(target) else { return nil }
      // Foundation drops or keeps headers as it likes on the way: the next hop gets exactly those of the first.
      var next = request
      for entry in original.fields.entries { next.setValue(entry.value, forHTTPHeaderField: entry.name) }
      return next
    case .anyWithoutCredentials:
      guard target.scheme == "https" || Origin(from) == Origin(target) else { return nil }
      var next = URLRequest(url: target)
      next.httpMethod = request.httpMethod
      next.timeoutInterval = request.timeoutInterval
      for name in ["Accept", "Range"] { next.setValue(original.fields[name], forHTTPHeaderField: name) }
      return next
    }
  }
}

/// Scheme, host and port: where credentials belong.
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  init(_ url: URL) {
    scheme = url.scheme?.lowercased() ?? ""
    host = url.host?.lowercased() ?? ""
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }
}
