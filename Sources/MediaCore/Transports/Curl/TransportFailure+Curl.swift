#if os(Linux) && !APPLE_STANDINS
  import CCurl

  extension TransportFailure {
    /// The meaning of libcurl's code, and of its text where the code is one for many.
    init(code: Int32, of handle: CurlHandle) {
      let text = handle.lastError.lowercased()
      switch ccurl_code(rawValue: UInt32(bitPattern: code)) {
      case CCURL_COULDNT_RESOLVE_HOST, CCURL_COULDNT_RESOLVE_PROXY: self = .unreachable(.nameNotFound)
      case CCURL_COULDNT_CONNECT:
        self = .unreachable(Self.hasNoNetwork(text) ? .noNetwork : .refused)
      case CCURL_OPERATION_TIMEDOUT: self = .timedOut
      case CCURL_FILESIZE_EXCEEDED: self = .tooLarge
      case CCURL_GOT_NOTHING, CCURL_PARTIAL_FILE, CCURL_SEND_ERROR, CCURL_SEND_FAIL_REWIND, CCURL_ABORTED_BY_CALLBACK:
        self = .unreachable(.connectionLost)
      case CCURL_RECV_ERROR: self = Self.afterHandshake(text)
      case CCURL_WEIRD_SERVER_REPLY, CCURL_UNSUPPORTED_PROTOCOL, CCURL_BAD_CONTENT_ENCODING, CCURL_HTTP2,
        CCURL_TOO_LARGE, CCURL_OUT_OF_MEMORY, CCURL_WRITE_ERROR:
        self = .malformed
      // libcurl returns this code for a header line that it cannot keep.
      case CCURL_BAD_FUNCTION_ARGUMENT: self = .malformed
      case CCURL_HTTP2_STREAM: self = .unreachable(.connectionLost)
      case CCURL_SSL_PINNEDPUBKEYNOTMATCH: self = .tls(.untrusted)
      case CCURL_SSL_CERTPROBLEM, CCURL_SSL_CLIENTCERT: self = .tls(.clientCertificate)
      case CCURL_PEER_FAILED_VERIFICATION:
        self = .tls(TLSFault(verification: ccurl_number(handle.easy, CCURL_INFO_SSL_VERIFYRESULT), text))
      case CCURL_SSL_CONNECT_ERROR, CCURL_SSL_CIPHER, CCURL_SSL_ENGINE_NOTFOUND, CCURL_SSL_CACERT_BADFILE:
        self = Self.reading(of: text, isTLS: true)
      default: self = Self.reading(of: text, isTLS: false)
      }
    }

    private static func hasNoNetwork(_ text: String) -> Bool {
      text.contains("unreachable") || text.contains("no route")
    }

    /// With TLS 1.3 a server says only after the handshake that it wants a certificate.
    private static func afterHandshake(_ text: String) -> TransportFailure {
      let isAboutCertificate = text.contains("certificate") || text.contains("alert")
      return isAboutCertificate ? reading(of: text, isTLS: true) : .unreachable(.connectionLost)
    }
  }

  extension TransportFailure.TLSFault {
    /// - Parameter verification: OpenSSL's code (`X509_V_ERR_…`); another library leaves it 0, and its text has to do.
    fileprivate init(verification: Int, _ text: String) {
      switch verification {
      case 9, 10: self = .expired
      case 62, 64: self = .wrongHost
      case 2, 18, 19, 20, 21, 24, 27: self = .untrusted
      default:
        if case .tls(let fault) = TransportFailure.reading(of: text, isTLS: true) {
          self = fault
        } else {
          self = .unknown
        }
      }
    }
  }
#endif
