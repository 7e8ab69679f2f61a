/// An app's settings for one server.
///
/// Pass the options to a service when you create it. Changing the options later has no effect on that service.
///
/// ```swift
/// var options = ClientOptions()
/// try options.setHeader("CF-Access-Client-Id", "abc")
/// options.onEvent = { event in print(event) }
/// let shelf = ShelfService(server: try ServerAddress("nas.local:13378"), options: options)
/// ```
public struct ClientOptions: Sendable {
  /// Header fields that are sent with every request to the service's own address (API, media, sockets). They are not sent to the addresses
  /// in ``alternatives``. See ``setHeader(_:_:)``.
  public private(set) var headers: HTTPFields = [:]
  /// The app's own middleware. It runs after the middleware for deadlines and before the middleware for authentication.
  public var middleware: [any Middleware] = []
  /// The service's middleware that each attempt of a call passes just before it is sent, with the credentials in its request.
  package var attemptMiddleware: [any Middleware] = []
  /// The rules for retrying failed calls. A call is retried only if its endpoint allows retries.
  public var retry = RetryPolicy()
  /// Other addresses of the same server, such as its public name. Each address has its own headers.
  public var alternatives: [AlternativeAddress] = []
  /// The address under which this device stores the server's data. If nil, the address is looked up. The Hub sets it, and so does
  /// ViewVault, whose `DeletionGate` needs the address before the client exists.
  package var home: ServerAddress?
  /// Whether the user has agreed that plain http is used although the host is not private.
  public var allowsPlainHTTP = false
  /// The parser that reads the JSON of responses: `tape` is the SDK's own parser, and `foundation` is Foundation's `JSONDecoder`.
  public var jsonReader = JSONCoder.Reader.tape
  /// The largest size of all cached responses in memory together, in bytes.
  public var cacheCapacity = 8 << 20
  /// Called with every event of the client, on the thread on which the event happens.
  public var onEvent: (@Sendable (ClientEvent) -> Void)?

  public init() {}

  /// Sets a header that is sent to the service's own address, such as a header that a reverse proxy demands. If the value is nil, removes
  /// it.
  /// - Throws: `invalidRequest` if the name or the value cannot be that of a header, or if an app must not set this header.
  public mutating func setHeader(_ name: String, _ value: String?) throws(ClientError) {
    try headers.setAppHeader(name, value)
  }
}

extension AlternativeAddress {
  /// The address that a service was made with.
  init(_ address: ServerAddress, _ options: ClientOptions) {
    self.init(address)
    (headers, allowsPlainHTTP) = (options.headers, options.allowsPlainHTTP)
  }
}

extension HTTPFields {
  /// Sets a header that an app may choose.
  mutating func setAppHeader(_ name: String, _ value: String?) throws(ClientError) {
    let reserved = ["host", "content-length", "transfer-encoding", "connection", "authorization", "cookie"]
    let field: HTTPFields = [name: value ?? ""]
    guard field.areSafe, !reserved.contains(name.lowercased()) else {
      throw ClientError(.invalidRequest, operation: .optionsHeader, detail: ClientError.Detail.badHeader)
    }
    self[name] = value
  }
}
