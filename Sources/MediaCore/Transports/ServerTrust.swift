import Foundation

/// The authorities that a transport trusts for one server, and its own identity there.
///
/// No setting trusts every server. Hosts and dates are checked whatever is set here.
public struct ServerTrust: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// Authorities as PEM, such as a household's own, in place of the system's; nil for the system's.
  public var authorities: String?
  /// Public keys that the server may have, as `openssl x509 -pubkey -noout` prints them. Checked after everything else
  /// and before the first byte of a request. Empty for any key. Also name the next key before the server changes to it.
  public var publicKeys: [String]
  /// The certificate and key that the server wants of its clients; nil for none.
  public var identity: ClientIdentity?

  /// Trusts what the system does, unless something is set.
  public init(authorities: String? = nil, publicKeys: [String] = [], identity: ClientIdentity? = nil) {
    self.authorities = authorities
    self.publicKeys = publicKeys
    self.identity = identity
  }

  public var description: String { "server trust" }
  public var customMirror: Mirror { Mirror(self, children: ["publicKeys": publicKeys.count]) }

  /// Errors of pins and certificates, thrown before any request is sent.
  public enum Problem: Error, Sendable, Hashable {
    /// A text that is no public key: a pin that can never match would lock the app out.
    case badPublicKey
    /// Authorities, a chain or a key without the lines of PEM.
    case badPEM
  }

  /// ``publicKeys`` as bytes, in the form in which certificates hold them (`SubjectPublicKeyInfo`).
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

/// A certificate of the client's own with its key. A description and a dump show nothing of them.
public struct ClientIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// Certificates as PEM, the client's own first.
  public let chain: String
  /// Its private key as PEM.
  public let key: String

  /// - Parameters:
  ///   - chain: certificates as PEM, the client's own first.
  ///   - key: its private key as PEM.
  public init(chain: String, key: String) {
    self.chain = chain
    self.key = key
  }

  public var description: String { "client identity •••" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
