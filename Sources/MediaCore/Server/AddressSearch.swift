import Foundation

/// Finds the base URL behind one typed address without sending a credential. The app's own headers for the address go
/// along over https, for a proxy that asks for them; over plain http anybody could read them before the server is known.
///
/// https first. Plain http only when no scheme was typed, nothing speaks TLS there (nothing listens or answers in time, the
/// connection breaks, or the port answers something else than TLS), and the host is private or the app has consent. A refused
/// certificate or any HTTP status is an answer, never a reason to try plain http. Where https has worked once, plain http is never
/// tried again.
struct AddressSearch: Sendable {
  let address: ServerAddress
  /// The app's header fields for this address.
  let headers: HTTPFields
  let check: IdentityCheck?
  /// Whether plain http may be used for a host that is not private.
  let allowsPlainHTTP: Bool
  let files: any FileSystem
  let report: @Sendable (ClientError) -> Void
  let sender: Sender
  private let found = Locked<URL?>(nil)

  /// Sends an endpoint to a base URL with header fields, without credentials.
  typealias Sender = @Sendable (Endpoint<HTTPResponse>, URL, HTTPFields) async throws(ClientError) -> HTTPResponse

  init(
    address: ServerAddress, headers: HTTPFields, check: IdentityCheck?, allowsPlainHTTP: Bool, files: any FileSystem,
    report: @escaping @Sendable (ClientError) -> Void, sender: @escaping Sender
  ) {
    self.address = address
    self.headers = headers
    self.check = check
    self.allowsPlainHTTP = allowsPlainHTTP
    self.files = files
    self.report = report
    self.sender = sender
  }

  /// The base URL that needs no search: that of a verified address, and one that https has worked at before.
  /// - Throws: `storage` when that cannot be read now.
  func kept() throws(ClientError) -> URL? {
    if address.isVerified || check == nil, let url = address.preferredURL { return url }
    if address.scheme != .http, case .base(let pinned) = try pin() { return pinned }
    return nil
  }

  /// The description of itself with which the service answers at `base` right now.
  func facts(at base: URL) async throws(ClientError) -> ServerFacts {
    guard let check else { return ServerFacts() }
    let answer = try await send(check.endpoint(below: []), to: base)
    guard let facts = check.recognise(answer) else { throw Self.notRecognised(answer) }
    return facts
  }

  private static func notRecognised(_ answer: HTTPResponse) -> ClientError {
    ClientError(
      .wrongServer, operation: .serverLocate, status: answer.status,
      detail: answer.mediaType == "text/html" ? ClientError.Detail.html : nil)
  }

  /// Sends a request without credentials.
  func send(_ endpoint: Endpoint<HTTPResponse>, to base: URL) async throws(ClientError) -> HTTPResponse {
    try await sender(endpoint, base, base.scheme == "https" ? headers : [:])
  }

  // MARK: Searching

  /// Searches for the server, even when its base is known.
  /// - Parameter allowsSilentPlainHTTP: whether plain http may be used at a private host without the user's consent.
  func search(allowsSilentPlainHTTP: Bool = true) async throws(ClientError) -> URL {
    let failure: ClientError
    if address.scheme != .http, let secure = address.url(.https) {
      do throws(ClientError) { return try await settle(on: secure) } catch { failure = error }
      guard address.scheme == nil, failure.meansNoTLSPeer, try !hasWorkedSecurely() else { throw failure }
      guard address.isPrivate && allowsSilentPlainHTTP || allowsPlainHTTP else {
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
    // The server answered the first probe. Ignore a failure of the second one, otherwise `search()` could take it for a server without TLS.
    if address.path.isEmpty, !check.fallbackPath.isEmpty {
      do throws(ClientError) {
        if let base = try await probe(check, at: candidate, below: check.fallbackPath).base { return remember(base) }
      } catch {
        if error.isCancellation { throw error }
      }
    }
    throw Self.notRecognised(answer)
  }

  /// The base where the service was recognised, nil where something else answered, and the answer.
  private func probe(
    _ check: IdentityCheck, at candidate: URL, below prefix: [PathSegment]
  ) async throws(ClientError) -> (base: URL?, answer: HTTPResponse) {
    let response = try await send(check.endpoint(below: prefix), to: candidate)
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
    found.withLock { $0 = base }
    if base.scheme == "https" {
      let pin: JSONValue = ["version": 1, "base": .string(base.absoluteString)]
      do { try files.replace(pinPath, with: BlobStore.sealed(pin.serialized())) } catch {
        // If the base cannot be saved, this process uses it all the same; the next launch tries https first again.
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

  /// Whether https has worked at this address.
  func hasWorkedSecurely() throws(ClientError) -> Bool {
    if found.withLock({ $0 })?.scheme == "https" { return true }
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
