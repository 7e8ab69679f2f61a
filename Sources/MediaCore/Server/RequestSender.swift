import Foundation

/// Builds the request of an endpoint, sends it, and reads a value or an error from the answer.
public struct RequestSender: Sendable {
  let locator: ServerLocator
  var pipeline: Pipeline
  let headers: HTTPFields
  let coder: JSONCoder
  let observe: @Sendable (ClientEvent) -> Void
  let clock: ServerClock
  /// ``RetryPolicy/bareRateLimitWindow``
  var bareRateLimitWindow: Duration?
  /// Called with the request of an answer that could not be read.
  var forget: @Sendable (HTTPRequest) -> Void = { _ in }

  /// Sends an endpoint through the pipeline and decodes the answer. Errors are ``ClientError``, cancellation included.
  public func send<Response>(_ endpoint: Endpoint<Response>) async throws(ClientError) -> Response {
    try await answer(endpoint).value
  }

  /// - Parameters:
  ///   - site: the place that the log names for the call.
  ///   - receive: takes the body of a success; the endpoint then reads its answer from the head alone.
  func answer<Response>(
    _ endpoint: Endpoint<Response>, from site: CallSite? = nil, receive: DownloadReceiver? = nil
  ) async throws(ClientError) -> Answer<Response> {
    let request: HTTPRequest
    if let base = locator.knownBase {
      request = try endpoint.request(base: base, headers: headers)
    } else {
      request = try await locatedRequest(endpoint, from: site)
    }
    let decoded = DecodedAnswer<Response>()
    let issues = DecodingIssues(stopsWhenCancelled: true)
    let call = with(Call(request: request, traits: endpoint.traits, began: clock.uptime())) { call in
      call.receive = receive
      call.finish = { [coder, decode = endpoint.decode, readsRedirects = endpoint.traits.readsRedirects] response in
        guard response.isSuccess || readsRedirects && (300..<400).contains(response.status) else { return }
        do { decoded.value = try decode(response, ResponseDecoding(coder: coder, issues: issues)) } catch {
          decoded.fault = error
        }
      }
    }
    let response = try await within(site) { () async throws(ClientError) in try await pipeline.send(call) }
    clock.update(from: response)
    if response.isStale { AnswerAge.current?.note(response, now: clock.deviceNow()) }
    if let fault = decoded.fault {
      let error = ClientError(decoding: fault, operation: endpoint.operation, status: response.status)
      report(.failed(error, duration: .zero), from: site)
      forget(request)
      throw error
    }
    guard let value = decoded.value else { throw refusal(response, request: request) }
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

  private func locatedRequest<Response>(
    _ endpoint: Endpoint<Response>, from site: CallSite?
  ) async throws(ClientError) -> HTTPRequest {
    // Build the request once with a placeholder address: an invalid request fails here, without locating the server.
    guard let placeholder = URL(string: "https://placeholder.invalid") else { throw .cancelled(endpoint.operation) }
    _ = try endpoint.request(base: placeholder, headers: headers)
    let base: URL
    do throws(ClientError) {
      base = try await within(site) { () async throws(ClientError) in try await locator.base() }
    } catch {
      var error = error
      error.operation = endpoint.operation
      throw error
    }
    return try endpoint.request(base: base, headers: headers)
  }

  private func refusal(_ response: HTTPResponse, request: HTTPRequest) -> ClientError {
    let window = response.status == 429 ? bareRateLimitWindow : nil
    let delay = RetryAfter.delay(response, now: clock.deviceNow()) ?? window
    return ClientError(
      status: response.status, operation: request.operation, message: ServerMessage.read(response, request: request),
      retryAt: delay.map { clock.deviceNow() + $0.seconds })
  }
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
