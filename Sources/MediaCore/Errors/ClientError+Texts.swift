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
    return texts(Self.entries[kind] ?? Texts.Entry("error.unknown", english: "Something went wrong."))
  }

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
