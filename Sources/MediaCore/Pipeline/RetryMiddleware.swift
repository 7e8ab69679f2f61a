import Foundation

/// The rules for retrying failed calls. A call is retried only if its endpoint allows it, and never after its deadline.
///
/// ```swift
/// var options = ClientOptions()
/// options.retry = RetryPolicy(attempts: 5)  // or RetryPolicy.never
/// ```
public struct RetryPolicy: Sendable, Hashable {
  /// The largest number of attempts of a call, including the first attempt.
  public var attempts: Int
  /// The upper limit of the first pause. Each pause is random (full jitter), and its upper limit doubles with every attempt.
  public var base: Duration
  /// The longest pause between two attempts. If a server demands a longer pause, the call is not retried and fails.
  public var longestPause: Duration
  /// The pause after a 429 response without `Retry-After`, for services that limit requests in fixed windows of time. If nil, the pause is
  /// the same as after other failures.
  public var bareRateLimitWindow: Duration?

  /// Creates rules for retrying.
  /// - Parameter bareRateLimitWindow: the pause after a 429 response without `Retry-After`. If nil, the pause is the same as after other
  ///   failures.
  public init(
    attempts: Int = 3, base: Duration = .milliseconds(500), longestPause: Duration = .seconds(20),
    bareRateLimitWindow: Duration? = nil
  ) {
    self.attempts = attempts
    self.base = base
    self.longestPause = longestPause
    self.bareRateLimitWindow = bareRateLimitWindow
  }

  /// The rules that allow one attempt and no retry.
  public static let never = RetryPolicy(attempts: 1)
}

struct RetryMiddleware: Middleware {
  let policy: RetryPolicy
  let environment: ClientEnvironment
  let observe: @Sendable (ClientEvent) -> Void

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    var attempt = 1
    while true {
      let left = timeLeft(of: call)
      // End each attempt before the deadline, so that there is time to return a kept answer if the server hangs.
      let longest = left > .seconds(4) ? left - .seconds(1) : left - left / 4
      let outcome: Result<HTTPResponse, ClientError>
      do throws(ClientError) {
        if call.request.timeout <= longest {
          outcome = .success(try await next(call))
        } else {
          outcome = .success(try await next(with(call) { $0.request.timeout = longest }))
        }
      } catch { outcome = .failure(error) }
      guard attempt < policy.attempts, call.traits.isRepeatable, call.receive == nil,
        let pause = pause(after: outcome, attempt: attempt, of: call)
      else { return try outcome.get() }
      guard pause <= policy.longestPause, pause + min(.seconds(1), call.traits.deadline / 4) < timeLeft(of: call)
      else {
        return try outcome.get()
      }
      observe(.retrying(operation: call.operation, attempt: attempt, pause: pause))
      do { try await environment.clock.sleep(for: pause) } catch { throw .cancelled(call.operation) }
      if let budget = RenewalBudget.current {
        if case .failure(let error) = outcome, error.neverLeftDevice { budget.refund() }
        if budget.spend(at: environment.clock.uptime()) != nil { return try outcome.get() }
      }
      attempt += 1
    }
  }

  private func timeLeft(of call: Call) -> Duration { call.traits.deadline - (environment.clock.uptime() - call.began) }

  private func pause(
    after outcome: Result<HTTPResponse, ClientError>, attempt: Int, of call: Call
  ) -> Duration? {
    switch outcome {
    case .success(let response):
      guard [429, 502, 503, 504].contains(response.status) else { return nil }
      if let wait = RetryAfter.delay(response, now: environment.clock.now()) { return wait }
      if response.status == 429, let window = policy.bareRateLimitWindow { return window }
    case .failure(let error):
      guard [.unreachable, .timedOut].contains(error.kind), !call.hasOtherAddresses else { return nil }
    }
    let ceiling = min(policy.longestPause, policy.base * Double(1 << min(attempt - 1, 20)))
    return ceiling * environment.random.fraction()
  }
}

/// Reads `Retry-After`: seconds or a date, measured by the server's own clock when the answer has a `Date`. A longer time counts as
/// an hour: a wrong header must not silence an app for days.
enum RetryAfter {
  private static let longest = 3600

  static func delay(_ response: HTTPResponse, now: Date) -> Duration? {
    guard let value = response.fields["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    if let seconds = Int(value), seconds >= 0 { return .seconds(min(seconds, longest)) }
    guard let date = WireDate.parseHTTP(value) else { return nil }
    let reference = response.fields["Date"].flatMap(WireDate.parseHTTP) ?? now
    return .seconds(min(max(0, date.timeIntervalSince(reference)), Double(longest)))
  }
}
