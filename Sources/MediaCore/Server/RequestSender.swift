import Foundation

/// Builds the request of an endpoint, sends the request, and reads a value or an error from the response.
public struct RequestSender: Sendable {
  let locator: ServerLocator
  var pipeline: Pipeline
  let coder: JSONCoder
  let observe: @Sendable (ClientEvent) -> Void
  let clock: ServerClock
  /// ``RetryPolicy/attempts``
  let attempts: Int
  /// ``RetryPolicy/bareRateLimitWindow``
  var bareRateLimitWindow: Duration?
  /// Called with the request of an answer that could not be read.
  var forget: @Sendable (HTTPRequest) -> Void = { _ in }

  /// Sends the request of an endpoint and returns the decoded response. Every error is a ``ClientError``, including the error of a
  /// cancelled call.
  public func send<Response>(_ endpoint: Endpoint<Response>) async throws(ClientError) -> Response {
    try await answer(endpoint).value
  }

  /// - Parameters:
  ///   - site: the place that the log names for the call.
  ///   - receive: takes the body of a success; the endpoint then reads its answer from the head alone.
  func answer<Response>(
    _ endpoint: Endpoint<Response>, from site: CallSite? = nil, receive: DownloadReceiver? = nil
  ) async throws(ClientError) -> Answer<Response> {
    var endpoint = endpoint
    if RequiredAccount.id != nil, endpoint.traits.isReadBeforeRepeating { endpoint.traits.isRepeatable = false }
    let base = if let known = locator.knownBase { known } else { try await located(endpoint, from: site) }
    guard base.hasOthers else { return try await answer(endpoint, at: base, from: site, receive: receive) }
    return try await answer(endpoint, startingAt: base, from: site, receive: receive)
  }

  /// Sends an endpoint to the address in use, and to the next one that answers when that address does not.
  private func answer<Response>(
    _ endpoint: Endpoint<Response>, startingAt start: ServerLocator.Base, from site: CallSite?,
    receive: DownloadReceiver?
  ) async throws(ClientError) -> Answer<Response> {
    let began = clock.uptime()
    var (base, attempt) = (start, 1)
    // The first stale answer from a cache, returned if no other address answers.
    var kept: Answer<Response>?
    while true {
      let outcome: Result<Answer<Response>, ClientError>
      do throws(ClientError) {
        outcome = .success(try await answer(endpoint, at: base, began: began, from: site, receive: receive))
      } catch { outcome = .failure(error) }
      if case .success(let answer) = outcome, answer.isStale { kept = kept ?? answer }
      guard outcome.asksForAnotherAddress(), clock.uptime() - began < endpoint.traits.deadline else {
        // A server that fails at the other address is no answer either: the first address alone would have given the kept one.
        if let kept, case .failure(let error) = outcome, [.server, .unreachable, .timedOut].contains(error.kind) {
          return kept
        }
        return try outcome.get()
      }
      let next: ServerLocator.Base?
      do throws(ClientError) { next = try await another(after: base, endpoint.operation) } catch {
        if let kept { return kept }
        throw error
      }
      guard let next else {
        if let kept { return kept }
        return try outcome.get()
      }
      var (mayRepeat, mayPass) = (true, false)
      if case .failure(let error) = outcome {
        mayRepeat = endpoint.traits.isRepeatable || error.neverLeftDevice
        mayPass = [.unreachable, .timedOut].contains(error.kind)
      }
      guard receive == nil, mayRepeat, next.url != base.url || mayPass, attempt < attempts,
        clock.uptime() - began < endpoint.traits.deadline
      else {
        if let kept { return kept }
        return try outcome.get()
      }
      (base, attempt) = (next, attempt + 1)
    }
  }

  private func another(
    after base: ServerLocator.Base, _ operation: OperationID
  ) async throws(ClientError) -> ServerLocator.Base? {
    do throws(ClientError) { return try await locator.addressAfter(base.url) } catch {
      throw with(error) { $0.operation = operation }
    }
  }

  private func answer<Response>(
    _ endpoint: Endpoint<Response>, at base: ServerLocator.Base, began: Duration? = nil, from site: CallSite?,
    receive: DownloadReceiver?
  ) async throws(ClientError) -> Answer<Response> {
    let request = try endpoint.request(base: base.url, headers: base.headers)
    let decoded = DecodedAnswer<Response>()
    let issues = DecodingIssues(stopsWhenCancelled: true)
    let call = with(Call(request: request, traits: endpoint.traits, began: began ?? clock.uptime())) { call in
      call.account = RequiredAccount.id
      call.address = AnsweringAddress(url: base.url) { [locator] in await locator.isGenuine(at: base) }
      call.hasOtherAddresses = began != nil
      call.receive = receive
      call.finish = { [coder, decode = endpoint.decode, readsRedirects = endpoint.traits.readsRedirects] response in
        guard response.isSuccess || readsRedirects && (300..<400).contains(response.status) else { return }
        do { decoded.value = try decode(response, ResponseDecoding(coder: coder, issues: issues)) } catch {
          decoded.fault = error
        }
      }
    }
    let sentAt = clock.uptime()
    let response = try await within(site) { () async throws(ClientError) in try await pipeline.send(call) }
    AnsweringAddress.last?.withLock { $0 = call.address }
    // Don't set the clock by a shared answer: the server may have dated it before `sentAt`. The caller who has sent the request sets the
    // clock. Don't set the clock by a page or a redirect either: it may come from a router or a proxy with a wrong clock.
    if !response.isShared, !response.isForeign { clock.update(from: response, askedAt: sentAt) }
    if response.isStale { AnswerAge.current?.note(response, now: clock.deviceNow()) }
    if let fault = decoded.fault {
      let error = ClientError(decoding: fault, operation: endpoint.operation, status: response.status)
      report(.failed(error, duration: .zero), from: site)
      forget(request)
      throw error
    }
    guard let value = decoded.value else {
      throw await confirmed(refusal(response, call), response, at: base)
    }
    if issues.count > 0 {
      report(.tolerated(operation: endpoint.operation, count: issues.count, issues: issues.issues), from: site)
    }
    return Answer(value: value, asOf: response.asOf ?? clock.deviceNow(), isStale: response.isStale)
  }

  private func within<Value: Sendable>(
    _ site: CallSite?, _ work: () async throws(ClientError) -> Value
  ) async throws(ClientError) -> Value {
    guard let site else { return try await work() }
    return try await CallSite.$current.withValue(site) { () async -> Result<Value, ClientError> in
      do throws(ClientError) { return .success(try await work()) } catch { return .failure(error) }
    }.get()
  }

  private func report(_ event: ClientEvent, from site: CallSite?) {
    CallSite.$current.withValue(site ?? CallSite.current) { observe(event) }
  }

  private func located<Response>(
    _ endpoint: Endpoint<Response>, from site: CallSite?
  ) async throws(ClientError) -> ServerLocator.Base {
    // Build the request once with a placeholder address, so that an invalid request fails before the server is located.
    guard let placeholder = URL(string: "https://placeholder.invalid") else { throw .cancelled(endpoint.operation) }
    _ = try endpoint.request(base: placeholder, headers: locator.headers)
    do throws(ClientError) {
      return try await within(site) { () async throws(ClientError) in try await locator.located() }
    } catch {
      var error = error
      error.operation = endpoint.operation
      throw error
    }
  }

  /// Returns the refusal of a call, or `wrongServer` if the refusal may come from a proxy. A proxy forbids requests with a text like the
  /// server's, such as `Forbidden`. A refusal ends changes and downloads, and removes items from screens, so a refusal with such a text
  /// counts only if the service itself answers at the address from which the refusal came. Another address may be in use by now.
  private func confirmed(
    _ refusal: ClientError, _ response: HTTPResponse, at base: ServerLocator.Base
  ) async -> ClientError {
    guard refusal.kind == .forbidden, refusal.isFinalRefusal,
      (try? JSONValue(parsing: response.body)) == nil, await !locator.isGenuine(at: base)
    else { return refusal }
    return ClientError(.wrongServer, operation: refusal.operation, status: refusal.status)
  }

  private func refusal(_ response: HTTPResponse, _ call: Call) -> ClientError {
    let window = response.status == 429 ? bareRateLimitWindow : nil
    let delay = RetryAfter.delay(response, now: clock.deviceNow()) ?? window
    let error = ClientError(
      status: response.status, operation: call.operation, message: ServerMessage.read(response, request: call.request),
      retryAt: delay.map { clock.deviceNow() + $0.seconds })
    // The services answer 401 only to credentials. A 401 to a call without any comes from a proxy: as `signedOut`, it would show the
    // sign-in screen, and no other address would be tried.
    guard response.status == 401, call.traits.credentials == .none, !call.traits.isSignIn else { return error }
    return with(error) { $0.kind = .wrongServer }
  }
}

extension Result {
  /// Whether another address is tried: this one gave no answer, an answer of something else than the server, or only a kept answer.
  fileprivate func asksForAnotherAddress<Value>() -> Bool where Success == Answer<Value>, Failure == ClientError {
    switch self {
    case .success(let answer): answer.isStale
    case .failure(let error): [.unreachable, .timedOut, .tls, .wrongServer].contains(error.kind)
    }
  }
}

extension HTTPResponse {
  /// Whether something other than the service may have sent the response, such as a network's sign-in page. A 304 (Not Modified) comes from
  /// the service.
  fileprivate var isForeign: Bool { isPage || (300..<400).contains(status) && status != 304 }
}

/// The body of an answer, read or not readable.
///
/// `@unchecked Sendable`: it is written in the call's task before the outcome of the call is there, and read after it.
private final class DecodedAnswer<Value>: @unchecked Sendable {
  var value: Value?
  var fault: (any Error)?
}

extension ClientError {
  /// The error for a successful answer that could not be read: says where the fault is, and holds nothing of the answer.
  init(decoding error: any Error, operation: OperationID, status: Int) {
    switch error {
    case let error as ClientError: self = error
    case is CancellationError: self = .cancelled(operation)
    case AnswerFault.page: self.init(.wrongServer, operation: operation, status: status, detail: Detail.html)
    case AnswerFault.empty: self.init(.undecodable, operation: operation, status: status, detail: Detail.empty)
    case let error as JSONSyntaxError:
      self.init(.undecodable, operation: operation, status: status, detail: error.description)
    case let error as DecodingError:
      self.init(.undecodable, operation: operation, status: status, detail: error.place)
    default: self.init(.undecodable, operation: operation, status: status)
    }
  }
}

extension DecodingError {
  /// The coding path with what was wrong there; the error's own description could hold values.
  var place: String {
    switch self {
    case .keyNotFound(let key, let context): "\((context.codingPath + [key]).text): missing"
    case .valueNotFound(_, let context): "\(context.codingPath.text): null"
    case .typeMismatch(_, let context): "\(context.codingPath.text): wrong type"
    case .dataCorrupted(let context): "\(context.codingPath.text): corrupted"
    @unknown default: "unknown"
    }
  }
}
