import Foundation
import NIOSSL

/// The authorities that a transport trusts, and its own identity: for one server, never for all.
///
/// There is no switch that trusts everybody. Hosts and dates are checked whatever is set here.
public struct ServerTrust: Sendable {
  /// Authorities as PEM, in place of the system's: a household's own. Nil is the system's.
  public var authorities: String?
  /// Public keys that the server may have, as `openssl x509 -pubkey -noout` prints them. Checked after everything else
  /// and before the first byte of a request. Empty for any key. Name the next key too, before the server changes to it.
  public var publicKeys: [String] = []
  /// The server's requirements of its clients.
  public var identity: ClientIdentity?

  public init(authorities: String? = nil, publicKeys: [String] = [], identity: ClientIdentity? = nil) {
    self.authorities = authorities
    self.publicKeys = publicKeys
    self.identity = identity
  }
}

/// A certificate of the client's own with its key. Prints nothing of it.
public struct ClientIdentity: Sendable, CustomStringConvertible, CustomReflectable {
  let chain: String
  let key: String

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

extension ServerTrust {
  func configuration() throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if let authorities {
      configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authorities.utf8)))
    }
    if let identity {
      configuration.certificateChain = try NIOSSLCertificate.fromPEMBytes(Array(identity.chain.utf8))
        .map { .certificate($0) }
      configuration.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem))
    }
    return configuration
  }

  /// The keys as bytes, the form in which certificates hold them.
  /// - Throws: ``Problem`` for what is no key: a pin that can never match would lock everybody out.
  func pins() throws -> Set<[UInt8]> {
    Set(
      try publicKeys.map { text in
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        guard let data = Data(base64Encoded: lines.joined()), !data.isEmpty else { throw Problem.badPublicKey }
        return Array(data)
      })
  }

  public enum Problem: Error, Sendable { case badPublicKey }
}
