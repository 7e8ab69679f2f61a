import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The state of a ``URLSessionTransport``'s tasks, by task.
///
/// A session delegate, because a per-task one is ignored on Linux. `@unchecked Sendable` because NSObject is not
/// Sendable: the only stored property is a lock.
final class URLSessionTransportDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Transfers {
    /// Transfers without a task yet.
    var waiting: [ObjectIdentifier: URLSessionTransfer] = [:]
    var begun: [Int: URLSessionTransfer] = [:]
  }

  private let transfers = Locked(Transfers())

  /// Seconds. On Linux a task that ends at the moment of its cancellation ends the process (`TaskRegistry.swift`). Within the pause
  /// most tasks end by themselves; data that still comes is dropped.
  #if canImport(FoundationNetworking)
    static let pauseBeforeCancelling = 1.0
  #else
    static let pauseBeforeCancelling = 0.0
  #endif

  func add(_ transfer: URLSessionTransfer) {
    transfers.withLock { $0.waiting[ObjectIdentifier(transfer)] = transfer }
  }

  func begin(_ transfer: URLSessionTransfer, with task: URLSessionDataTask) {
    let isWanted = transfers.withLock { transfers in
      guard transfers.waiting.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return false }
      transfer.task = task
      transfers.begun[task.taskIdentifier] = transfer
      return true
    }
    task.resume()
    if !isWanted { cancel(task) }
  }

  private func transfer(of task: URLSessionTask) -> URLSessionTransfer? {
    transfers.withLock { $0.begun[task.taskIdentifier] }
  }

  /// Ends a transfer and resumes its caller, without waiting for the session to do so.
  func end(_ transfer: URLSessionTransfer, with failure: TransportFailure) {
    let (isOpen, task) = transfers.withLock { transfers -> (Bool, URLSessionDataTask?) in
      guard let task = transfer.task else {
        return (transfers.waiting.removeValue(forKey: ObjectIdentifier(transfer)) != nil, nil)
      }
      return (transfers.begun.removeValue(forKey: task.taskIdentifier) != nil, task)
    }
    guard isOpen else { return }
    transfer.done(.failure(failure))
    if let task { cancel(task) }
  }

  private func cancel(_ task: URLSessionDataTask) {
    // Cancel on another thread: on Linux `cancel()` waits for the session's callbacks. Called inside a callback, it would never return.
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.pauseBeforeCancelling) {
      if task.state == .running || task.state == .suspended { task.cancel() }
    }
  }

  /// Ends all transfers and resumes their callers.
  func endAll() {
    let ended = transfers.withLock { transfers in
      defer { transfers = Transfers() }
      return Array(transfers.waiting.values) + Array(transfers.begun.values)
    }
    ended.forEach { $0.done(.failure(TransportFailure.cancelled)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let transfer = transfer(of: task) else { return completionHandler(nil) }
    transfer.hops += 1
    guard transfer.hops <= 5 else { return completionHandler(nil) }
    let location = response.value(forHTTPHeaderField: "Location")
    let redirect = Redirect(original: transfer.request, from: response.url, location: location)
    completionHandler(redirect.followed(to: request))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let transfer = transfer(of: dataTask) else { return completionHandler(.cancel) }
    guard let http = response as? HTTPURLResponse else {
      end(transfer, with: .malformed)
      return completionHandler(.cancel)
    }
    transfer.response = http
    if response.expectedContentLength > Int64(transfer.request.maximumResponseBytes) {
      end(transfer, with: .tooLarge)
      return completionHandler(.cancel)
    }
    // Refuse compression if the request excluded it: a compressed body that breaks off is unpacked as far as it goes and looks complete.
    if transfer.request.fields["Accept-Encoding"] == "identity",
      let coding = http.value(forHTTPHeaderField: "Content-Encoding"), !coding.equalsIgnoringASCIICase("identity")
    {
      end(transfer, with: .malformed)
      return completionHandler(.cancel)
    }
    transfer.receive?(.head(HTTPResponse(http)))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let transfer = transfer(of: dataTask) else { return }
    transfer.received += data.count
    if transfer.received > transfer.request.maximumResponseBytes {
      end(transfer, with: .tooLarge)
    } else if let receive = transfer.receive {
      receive(.bytes(data))
    } else {
      transfer.body.append(data)
    }
  }

  /// Gives no password: if a proxy or the server asks for one, its 401 is the answer. Without this method Linux would wait for a
  /// password without end.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let passwords = [
      NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
      NSURLAuthenticationMethodHTMLForm, NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate,
    ]
    // Call `completionHandler` on another thread: on Linux it waits until this callback returns, so a call here would block for ever.
    guard passwords.contains(challenge.protectionSpace.authenticationMethod) else {
      return DispatchQueue.global().async { completionHandler(.performDefaultHandling, nil) }
    }
    transfer(of: task)?.challenge = .some((challenge.failureResponse ?? task.response) as? HTTPURLResponse)
    DispatchQueue.global().async { completionHandler(.rejectProtectionSpace, nil) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let transfer = transfers.withLock({ $0.begun.removeValue(forKey: task.taskIdentifier) }) else { return }
    if let challenge = transfer.challenge, (error as? URLError)?.code == .cancelled {
      // Linux cancels the task after a refused challenge: return the challenge's answer. If the caller cancels, the guard above returns.
      if transfer.response == nil { transfer.receive?(.head(HTTPResponse(ReceivedAnswer(head: challenge)))) }
      transfer.done(.success(transfer.answer(or: challenge)))
    } else if let error {
      transfer.done(.failure(TransportFailure(error)))
    } else if let response = transfer.response ?? task.response as? HTTPURLResponse {
      transfer.done(.success(transfer.answer(or: response)))
    } else {
      transfer.done(.failure(TransportFailure.malformed))
    }
  }
}

extension HTTPResponse {
  /// Makes a response of an answer. An answer without a known head is one that asks for a password: a 401.
  init(_ answer: ReceivedAnswer) {
    self = answer.head.map { HTTPResponse($0) } ?? HTTPResponse(status: 401)
    body = answer.body
  }

  init(_ response: HTTPURLResponse) {
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      guard let name = name as? String, let value = value as? String else { continue }
      for part in name.equalsIgnoringASCIICase("Set-Cookie") ? value.joinedCookies : [value] {
        fields.append(name, part)
      }
    }
    self.init(status: response.statusCode, fields: fields, url: response.url)
  }
}

extension String {
  /// The single cookies of a `Set-Cookie` value in which Foundation has joined several cookies by commas. A comma begins a new cookie only
  /// if a name and `=` follow the comma, unlike the comma in a date (`Expires=Wed, 21 Oct 2026`).
  fileprivate var joinedCookies: [String] {
    var cookies: [String] = []
    for piece in split(separator: ",", omittingEmptySubsequences: false) {
      let name = piece.prefix { $0 != "=" && $0 != ";" }.drop { $0 == " " }
      let beginsCookie = piece[name.endIndex...].first == "=" && !name.isEmpty && !name.contains(" ")
      if beginsCookie || cookies.isEmpty {
        cookies.append(String(piece.drop { $0 == " " }))
      } else {
        cookies[cookies.count - 1] += ",\(piece)"
      }
    }
    return cookies
  }
}
