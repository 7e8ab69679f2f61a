import Foundation

/// The authorities that a transport trusts for one server, and the client's certificate for this server.
///
/// No setting trusts every server. The host and the dates of a certificate are always checked.
public struct ServerTrust: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// Authorities as PEM, such as a household's own, in place of the system's; nil for the system's.
  public var authorities: String?
  /// The public keys that the server may have, as `openssl x509 -pubkey -noout` prints them; empty for any key. The key is checked after
  /// everything else and before the first byte of a request. Before the server changes its key, add the next key here.
  public var publicKeys: [String]
  /// The certificate and key that the server demands of its clients; nil for none.
  public var identity: ClientIdentity?

  /// Creates a trust; without arguments, the same trust as the system's.
  public init(authorities: String? = nil, publicKeys: [String] = [], identity: ClientIdentity? = nil) {
    self.authorities = authorities
    self.publicKeys = publicKeys
    self.identity = identity
  }

  public var description: String { "server trust" }
  public var customMirror: Mirror { Mirror(self, children: ["publicKeys": publicKeys.count]) }

  /// Errors of pins and certificates, thrown before any request is sent.
  public enum Problem: Error, Sendable, Hashable {
    /// A text is no public key. It is refused, because a key that can never match would lock the app out.
    case badPublicKey
    /// The authorities, a chain or a key have no lines of PEM.
    case badPEM
  }

  /// The bytes of ``publicKeys``, in the form in which certificates hold them (`SubjectPublicKeyInfo`).
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

/// A client's certificate with its key, for servers that demand one. A description and a dump show nothing of them.
public struct ClientIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// Certificates as PEM, the client's own first.
  public let chain: String
  /// The private key of the client's certificate, as PEM.
  public let key: String

  /// Creates a client's identity.
  /// - Parameters:
  ///   - chain: the certificates as PEM, the client's own first.
  ///   - key: the private key of the client's certificate, as PEM.
  public init(chain: String, key: String) {
    self.chain = chain
    self.key = key
  }

  public var description: String { "client identity •••" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
