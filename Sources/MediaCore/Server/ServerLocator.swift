public import Foundation

/// Finds the base URL behind a typed address, once, without sending a credential. The app's own headers for the address go
/// along over https, for a proxy that asks for them; over plain http anybody could read them before the server is known.
///
/// https first. Plain http only when no scheme was typed, nothing speaks TLS there (nothing listens or answers in time, the
/// connection breaks, or the port answers something else than TLS), and the host is private or the app has consent. A refused
/// certificate or any HTTP status is an answer, never a reason to try plain http. Where https has worked once, plain http is never
/// tried again.
public actor ServerLocator {
  private let address: ServerAddress
  private let check: IdentityCheck?
  private let allowsPlainHTTP: Bool
  private let files: any FileSystem
  private let sender: Sender
  private let report: @Sendable (ClientError) -> Void
  private nonisolated let known = Locked<URL?>(nil)
  private var found: URL? {
    get { knownBase }
    set { known.withLock { $0 = newValue } }
  }
  private var work: SharedWork<URL>?

  /// Sends an endpoint to a base URL, without credentials.
  typealias Sender = @Sendable (Endpoint<HTTPResponse>, URL) async throws(ClientError) -> HTTPResponse

  init(
    address: ServerAddress, check: IdentityCheck?, allowsPlainHTTP: Bool, files: any FileSystem,
    report: @escaping @Sendable (ClientError) -> Void, sender: @escaping Sender
  ) {
    self.address = address
    self.check = check
    self.allowsPlainHTTP = allowsPlainHTTP
    self.files = files
    self.report = report
    self.sender = sender
  }

  /// The base URL once it was found.
  nonisolated var knownBase: URL? { known.withLock { $0 } }

  /// The base URL, found at first use; later calls answer at once. A failure is tried again by the next call.
  public func base() async throws(ClientError) -> URL {
    if let found { return found }
    if address.isVerified || check == nil, let url = address.preferredURL {
      found = url
      return url
    }
    if address.scheme != .http, case .base(let pinned) = try pin() {
      found = pinned
      return pinned
    }
    return try await locate()
  }

  /// Searches for the server again, even when the base is known.
  public func locate() async throws(ClientError) -> URL {
    while true {
      let work = currentWork()
      let outcome = await work.value()
      if self.work === work { self.work = nil }
      // The last waiter left at the moment at which this caller joined: search again.
      guard work.isAbandoned, !Task.isCancelled else { return try outcome.get() }
    }
  }

  private func currentWork() -> SharedWork<URL> {
    if let work { return work }
    let work = SharedWork<URL>(operation: .serverLocate, endsWhenAbandoned: true) { [weak self] in
      guard let self else { return .failure(.cancelled(.serverLocate)) }
      do throws(ClientError) { return .success(try await self.search()) } catch { return .failure(error) }
    }
    self.work = work
    return work
  }

  /// The number of callers that wait for the running search.
  var waiterCount: Int { work?.waiterCount ?? 0 }

  /// Whether the service itself answers at the known base right now. Never throws: in doubt it is false.
  func isGenuine() async -> Bool {
    guard let check else { return true }
    do throws(ClientError) {
      let base = try await base()
      return check.recognise(try await sender(check.endpoint(below: []), base)) != nil
    } catch {
      return false
    }
  }

  // MARK: Searching

  private func search() async throws(ClientError) -> URL {
    let failure: ClientError
    if address.scheme != .http, let secure = address.url(.https) {
      do throws(ClientError) { return try await settle(on: secure) } catch { failure = error }
      guard address.scheme == nil, failure.meansNoTLSPeer, try !hasWorkedSecurely() else { throw failure }
      guard address.isPrivate || allowsPlainHTTP else {
        throw ClientError(.tls, operation: .serverLocate, detail: ClientError.Detail.needsConsent)
      }
    }
    guard let plain = address.url(.http) else {
      throw ClientError(.invalidRequest, operation: .serverLocate, detail: ServerAddress.Problem.badHost.rawValue)
    }
    return try await settle(on: plain)
  }

  /// The base at or below `candidate` where the service answers.
  private func settle(on candidate: URL) async throws(ClientError) -> URL {
    guard let check else { return candidate }
    let (base, answer) = try await probe(check, at: candidate, below: [])
    if let base { return remember(base) }
    // A server has answered here, so that a failure of the second probe does not mean that nothing speaks TLS.
    if address.path.isEmpty, !check.fallbackPath.isEmpty {
      do throws(ClientError) {
        if let base = try await probe(check, at: candidate, below: check.fallbackPath).base { return remember(base) }
      } catch {
        if error.isCancellation { throw error }
      }
    }
    throw ClientError(
      .wrongServer, operation: .serverLocate, status: answer.status,
      detail: answer.mediaType == "text/html" ? ClientError.Detail.html : nil)
  }

  /// The base where the service was recognised, nil where something else answered, and the answer.
  private func probe(
    _ check: IdentityCheck, at candidate: URL, below prefix: [PathSegment]
  ) async throws(ClientError) -> (base: URL?, answer: HTTPResponse) {
    let response = try await sender(check.endpoint(below: prefix), candidate)
    guard check.recognise(response) != nil else { return (nil, response) }
    return (base(of: response, at: candidate, below: prefix, check), response)
  }

  private func base(
    of response: HTTPResponse, at base: URL, below prefix: [PathSegment], _ check: IdentityCheck
  ) -> URL? {
    let suffix = "/" + check.path.compactMap(\.encoded).joined(separator: "/")
    let answered = response.url.flatMap { Self.isSameServer($0, as: base) ? $0.absoluteString : nil } ?? ""
    if answered.hasSuffix(suffix), let url = URL(string: String(answered.dropLast(suffix.count))) { return url }
    let below = prefix.compactMap(\.encoded).map { "/" + $0 }.joined()
    return URL(string: base.absoluteString + below)
  }

  /// A redirect may lead to another path or from http to https, and nowhere else, whatever the transport followed.
  private static func isSameServer(_ url: URL, as base: URL) -> Bool {
    Origin(url) == Origin(base)
      || url.scheme == "https" && base.scheme == "http" && Origin(url).host == Origin(base).host
  }

  private func remember(_ base: URL) -> URL {
    found = base
    if base.scheme == "https" {
      let pin: JSONValue = ["version": 1, "base": .string(base.absoluteString)]
      do { try files.replace(pinPath, with: BlobStore.sealed(pin.serialized())) } catch {
        // The base counts in this process all the same, and the next one tries https first again.
        report(ClientError(.storage, operation: .serverLocate, detail: (error as? FileSystemError)?.detail))
      }
    }
    return base
  }

  // MARK: What is remembered

  private var pinPath: String { "servers/\(address.key.fileName)" }

  /// The note that https has worked here.
  private enum Pin {
    case none
    case base(URL)
    /// There is a note, but it cannot be read any more.
    case damaged
  }

  /// - Throws: `storage` when the file cannot be read now, as on a locked device: that is not the same as no pin.
  private func pin() throws(ClientError) -> Pin {
    let data: Data?
    do { data = try files.read(pinPath) } catch {
      throw ClientError(.storage, operation: .serverLocate, detail: (error as? FileSystemError)?.detail)
    }
    guard let data else { return .none }
    guard let pin = BlobStore.opened(data).flatMap({ try? JSONValue(parsing: $0) }),
      let url = pin["base"]?.string.flatMap(URL.init(string:)), url.scheme == "https"
    else { return .damaged }
    return .base(url)
  }

  private func hasWorkedSecurely() throws(ClientError) -> Bool {
    if found?.scheme == "https" { return true }
    if case .none = try pin() { return false }
    return true
  }
}

extension ClientError {
  /// Whether there may be nothing that speaks TLS: plain http may be tried only after these failures. A server of plain http answers
  /// a TLS hello with text, breaks off, or waits for more until the time is up; a firewall may drop what goes to port 443.
  fileprivate var meansNoTLSPeer: Bool {
    guard kind == .unreachable else { return kind == .timedOut }
    return detail == Detail.notTLS || detail == TransportFailure.Reach.refused.rawValue
      || detail == TransportFailure.Reach.connectionLost.rawValue
  }
}
