extension ClientError {
  /// One sentence for a person. Keys are `error.` and the kind, `error.unknown` for kinds without a text.
  public func text(_ texts: Texts) -> String {
    if detail == Detail.wrongCredentials {
      return texts("error.wrongCredentials", english: "The user name or password is wrong.")
    }
    if detail == Detail.authenticationBudget {
      return texts(
        "error.authenticationBudget",
        english: "The sign-in could not be renewed several times. It is tried again later.")
    }
    if kind == .signedOut, status == nil, detail == nil {
      return texts("error.notSignedIn", english: "Nobody is signed in.")
    }
    if kind == .invalidRequest, let problem = detail.flatMap(ServerAddress.Problem.init(rawValue:)) {
      return problem.text(texts)
    }
    let entry = detail.flatMap { Self.connectionEntries[$0] ?? Self.mediaEntries[$0] } ?? Self.entries[kind]
    return texts(entry ?? Texts.Entry("error.unknown", english: "Something went wrong."))
  }

  /// Connections that a person can do something about.
  private static let connectionEntries: [String: Texts.Entry] = [
    Detail.needsConsent: .init(
      "error.needsPlainHTTP",
      english: "The server can only be reached without encryption. Allow that only where you trust the network."),
    TransportFailure.Reach.noNetwork.rawValue: .init("error.noNetwork", english: "There is no network connection."),
    TransportFailure.Reach.localNetworkDenied.rawValue: .init(
      "error.localNetworkDenied",
      english: "This app may not use the local network. Allow it in the settings of the device."),
    TransportFailure.Reach.plainHTTPBlocked.rawValue: .init(
      "error.plainHTTPBlocked", english: "The device does not let this app connect without encryption."),
  ]

  private static let entries: [Kind: Texts.Entry] = [
    .unreachable: .init("error.unreachable", english: "The server cannot be reached."),
    .tls: .init("error.tls", english: "A secure connection to the server is not possible."),
    .timedOut: .init("error.timedOut", english: "The server took too long to answer."),
    .cancelled: .init("error.cancelled", english: "Cancelled."),
    .signedOut: .init("error.signedOut", english: "Please sign in again."),
    .forbidden: .init("error.forbidden", english: "This account may not do that."),
    .notFound: .init("error.notFound", english: "The server does not have this any more."),
    .conflict: .init("error.conflict", english: "Somebody else changed this in the meantime."),
    .rateLimited: .init("error.rateLimited", english: "The server asks to wait before trying again."),
    .server: .init("error.server", english: "The server has a problem."),
    .wrongServer: .init(
      "error.wrongServer",
      english: "Something other than the expected server answered, perhaps the login page of a proxy."),
    .undecodable: .init("error.undecodable", english: "The server's answer could not be understood."),
    .unsupported: .init("error.unsupported", english: "This server does not support that."),
    .invalidRequest: .init("error.invalidRequest", english: "The request was refused as not valid."),
    .storage: .init("error.storage", english: "The device could not save or read its data."),
    .waiting: .init("error.waiting", english: "This waits for an earlier change."),
  ]
}

extension ServerAddress.Problem {
  /// One sentence for a person, with `error.address.` and the problem as its key.
  public func text(_ texts: Texts) -> String {
    texts(Self.entries[self] ?? .init("error.address.badHost", english: "The name of the server is not valid."))
  }

  private static let entries: [ServerAddress.Problem: Texts.Entry] = [
    .empty: .init("error.address.empty", english: "Enter the address of the server."),
    .misspelledScheme: .init("error.address.misspelledScheme", english: "Check the beginning: it should be https://."),
    .unsupportedScheme: .init(
      "error.address.unsupportedScheme", english: "Only addresses with https:// or http:// can be used."),
    .credentialsInAddress: .init(
      "error.address.credentialsInAddress", english: "Leave user name and password out of the address."),
    .badHost: .init("error.address.badHost", english: "The name of the server is not valid."),
    .badPort: .init("error.address.badPort", english: "The port is not valid: it is a number from 1 to 65535."),
    .badPath: .init("error.address.badPath", english: "The path behind the name of the server is not valid."),
    .zoneNotSupported: .init(
      "error.address.zoneNotSupported", english: "Addresses with a network zone cannot be used."),
  ]
}
