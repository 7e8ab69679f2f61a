#if os(Linux) && !APPLE_STANDINS
  import CCurl
  import Foundation

  /// A ``ServerTrust`` as libcurl takes it.
  struct CurlTrust: Sendable {
    let authorities: String?
    /// `sha256//…` for each key, with `;` between them; empty for any key.
    let pins: String
    let identity: ClientIdentity?

    /// - Throws: for what cannot be a certificate or a key.
    init(_ trust: ServerTrust) throws(ServerTrust.Problem) {
      for text in [trust.authorities, trust.identity?.chain, trust.identity?.key].compactMap({ $0 }) {
        guard text.contains("-----BEGIN ") else { throw .badPEM }
      }
      let keys = try trust.publicKeyBytes()
      pins = keys.map { "sha256//" + Data(SHA256.digest($0)).base64EncodedString() }.sorted().joined(separator: ";")
      (authorities, identity) = (trust.authorities, trust.identity)
    }
  }

  extension CurlHandle {
    private static let webProtocols = 1 | 2
    private static let http2OverTLS = 4

    /// Sets all that libcurl has to know of a request, on a handle that is new or was reset.
    /// - Throws: `invalidRequest` for a header that is none: nothing is dropped silently, and nothing is sent.
    func prepare(for request: HTTPRequest, trust: CurlTrust?) throws {
      let lines = try Self.lines(of: request)
      set(CCURL_URL, request.url.absoluteString)
      set(CCURL_PATH_AS_IS, 1)
      set(CCURL_NOSIGNAL, 1)
      set(CCURL_PROTOCOLS, Self.webProtocols)
      set(CCURL_DISALLOW_USERNAME_IN_URL, 1)
      set(CCURL_SUPPRESS_CONNECT_HEADERS, 1)
      set(CCURL_HTTP_VERSION, Self.http2OverTLS)
      if request.url.scheme == "https" { set(CCURL_PIPEWAIT, 1) }
      set(CCURL_CONNECTTIMEOUT_MS, Int(min(max(1, request.timeout.seconds * 1000), 1e9)))
      setFields(lines)
      setMethod(of: request)
      if let trust {
        try apply(trust, to: request)
      } else if let file = Self.authorities {
        set(CCURL_CAINFO, file)
      }
    }

    /// The file that OpenSSL itself would read, for systems whose authorities lie elsewhere.
    private static let authorities = ProcessInfo.processInfo.environment["SSL_CERT_FILE"].flatMap {
      $0.isEmpty ? nil : $0
    }

    private func setMethod(of request: HTTPRequest) {
      switch request.method {
      case .get: set(CCURL_HTTPGET, 1)
      case .head: set(CCURL_NOBODY, 1)
      default:
        if let body = request.body {
          body.withUnsafeBytes { setBody($0) }
        } else if request.method != .delete {
          setBody(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        set(CCURL_CUSTOMREQUEST, request.method.rawValue)
      }
    }

    private func apply(_ trust: CurlTrust, to request: HTTPRequest) throws(TransportFailure) {
      guard request.url.scheme == "https" else {
        if trust.pins.isEmpty { return }
        throw .tls(.untrusted)
      }
      var isSet = true
      if let authorities = trust.authorities { isSet = set(CCURL_CAINFO_BLOB, authorities) && isSet }
      if let identity = trust.identity {
        isSet = set(CCURL_SSLCERT_BLOB, identity.chain) && isSet
        isSet = set(CCURL_SSLKEY_BLOB, identity.key) && isSet
      }
      if !trust.pins.isEmpty { set(CCURL_PINNEDPUBLICKEY, trust.pins) }
      // A libcurl built without OpenSSL may lack the options set above: fail, instead of connecting without them.
      guard isSet else { throw .tls(.unknown) }
    }

    private static func lines(of request: HTTPRequest) throws -> [String] {
      var lines: [String] = []
      lines.reserveCapacity(request.fields.entries.count + 3)
      for entry in request.fields.entries {
        guard isSafe(entry), entry.agrees(with: request.body) else {
          throw ClientError(.invalidRequest, operation: request.operation, detail: ClientError.Detail.badHeader)
        }
        // libcurl drops a field without a value, unless it is written `name;`.
        lines.append(entry.value.isEmpty ? "\(entry.name);" : "\(entry.name): \(entry.value)")
      }
      // libcurl adds its own `Expect` and `Content-Type`, unless a line without a value removes them.
      lines.append("Expect:")
      if request.body != nil, request.fields["Content-Type"] == nil { lines.append("Content-Type:") }
      if Inflater.isThere, request.fields["Accept-Encoding"] == nil { lines.append("Accept-Encoding: gzip") }
      return lines
    }

    private static func isSafe(_ entry: HTTPFields.Entry) -> Bool {
      !entry.name.isEmpty
        && entry.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#"(),/:;<=>?@[\]{}""#.utf8.contains($0) }
        && entry.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
  }

  extension HTTPFields.Entry {
    /// False for a framing that is not that of the body: the server would wait for the rest, or take it for another request.
    fileprivate func agrees(with body: Data?) -> Bool {
      if name.equalsIgnoringASCIICase("Content-Length") { return value == "\(body?.count ?? 0)" }
      return !name.equalsIgnoringASCIICase("Transfer-Encoding")
    }
  }
#endif
