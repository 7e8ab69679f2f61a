import Foundation
import NIOSSL

/// The certificates that a listener presents and asks for. The names are those of the files in `Certificates`.
public struct TLSIdentity: Sendable {
  public var certificate: String
  /// The authority whose client certificates are asked for; nil asks for none.
  public var clientAuthority: String?

  public init(certificate: String, clientAuthority: String? = nil) {
    self.certificate = certificate
    self.clientAuthority = clientAuthority
  }

  public static let server = TLSIdentity(certificate: "server")
  public static let renewed = TLSIdentity(certificate: "renewed")
  public static let wrongHost = TLSIdentity(certificate: "wrong-host")
  public static let expired = TLSIdentity(certificate: "expired")
  public static let selfSigned = TLSIdentity(certificate: "self-signed")
  public static let clientsOnly = TLSIdentity(certificate: "server", clientAuthority: "own-ca")

  /// Where the certificates are, such as `file("own-ca.pem")`.
  public static func file(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Certificates/\(name)").standardizedFileURL.path
  }

  func configuration() throws -> TLSConfiguration {
    let chain = try NIOSSLCertificate.fromPEMFile(Self.file("\(certificate).pem")).map {
      NIOSSLCertificateSource.certificate($0)
    }
    let key = NIOSSLPrivateKeySource.privateKey(
      try NIOSSLPrivateKey(file: Self.file("\(certificate).key"), format: .pem))
    var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
    if let clientAuthority {
      configuration.certificateVerification = .noHostnameVerification
      configuration.trustRoots = .file(Self.file("\(clientAuthority).pem"))
    }
    return configuration
  }
}
