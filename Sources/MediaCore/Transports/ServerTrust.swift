import Foundation

/// The certificate authorities and public keys that a transport trusts for one server, and the client certificate that it sends to this
/// server.
///
/// There is no setting that trusts every server. The host and the dates of a certificate are always checked.
public struct ServerTrust: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The certificate authorities to trust instead of the system's, as PEM text, such as a household's own authority. If nil, the system's
  /// authorities are trusted.
  public var authorities: String?
  /// The public keys that the server may have, each as the text that `openssl x509 -pubkey -noout` prints. If empty, every key is accepted.
  /// The key is checked after the rest of the certificate and before the first byte of a request is sent. Before the server changes its
  /// key, add the next key here.
  public var publicKeys: [String]
  /// The client certificate and its private key, for a server that demands a client certificate; nil if the server demands none.
  public var identity: ClientIdentity?

  /// Creates the trust for one server. Without arguments, the transport trusts the same certificates as the system does.
  public init(authorities: String? = nil, publicKeys: [String] = [], identity: ClientIdentity? = nil) {
    self.authorities = authorities
    self.publicKeys = publicKeys
    self.identity = identity
  }

  public var description: String { "server trust" }
  public var customMirror: Mirror { Mirror(self, children: ["publicKeys": publicKeys.count]) }

  /// An error in the text of a public key, a certificate or a private key. The error is thrown before any request is sent.
  public enum Problem: Error, Sendable, Hashable {
    /// A text in ``ServerTrust/publicKeys`` is not a public key. The text is refused, because no server can have such a key, so every
    /// connection would fail.
    case badPublicKey
    /// The text of the certificate authorities, of a certificate chain or of a private key contains no PEM block.
    case badPEM
  }

  /// The keys of ``publicKeys`` as bytes, encoded as in a certificate (`SubjectPublicKeyInfo`).
  /// - Throws: ``Problem/badPublicKey``.
  public func publicKeyBytes() throws(Problem) -> Set<[UInt8]> {
    var keys: Set<[UInt8]> = []
    for text in publicKeys {
      let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
      guard let data = Data(base64Encoded: lines.joined()), !data.isEmpty else { throw .badPublicKey }
      keys.insert(Array(data))
    }
    return keys
  }
}

/// A client certificate with its private key, for servers that demand a client certificate. A description and a dump hide both.
public struct ClientIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The certificates of the chain as PEM text, with the client's own certificate first.
  public let chain: String
  /// The private key of the client's own certificate, as PEM text.
  public let key: String

  /// Creates a client's identity from a certificate chain and a private key.
  /// - Parameters:
  ///   - chain: the certificates of the chain as PEM text, with the client's own certificate first.
  ///   - key: the private key of the client's own certificate, as PEM text.
  public init(chain: String, key: String) {
    self.chain = chain
    self.key = key
  }

  public var description: String { "client identity •••" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
