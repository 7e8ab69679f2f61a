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
    let english = Self.english[kind] ?? "Something went wrong."
    let key = Self.english[kind] == nil ? "error.unknown" : "error.\(kind.rawValue)"
    return texts(Texts.Key(rawValue: key), english: english)
  }

  private static let english: [Kind: String] = [
    .unreachable: "The server cannot be reached.",
    .tls: "A secure connection to the server is not possible.",
    .timedOut: "The server took too long to answer.",
    .cancelled: "Cancelled.",
    .signedOut: "Please sign in again.",
    .forbidden: "This account may not do that.",
    .notFound: "The server does not have this any more.",
    .conflict: "Somebody else changed this in the meantime.",
    .rateLimited: "The server asks to wait before trying again.",
    .server: "The server has a problem.",
    .wrongServer: "Something other than the expected server answered, perhaps the login page of a proxy.",
    .undecodable: "The server's answer could not be understood.",
    .unsupported: "This server does not support that.",
    .invalidRequest: "The request was refused as not valid.",
    .storage: "The device could not save or read its data.",
  ]
}
