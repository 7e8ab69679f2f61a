import MediaCore
import NIOSSL

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
}
