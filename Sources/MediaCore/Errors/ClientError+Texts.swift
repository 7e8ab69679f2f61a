import Foundation

extension ClientError {
  /// Returns the error as one sentence for the user. The key of the sentence in `texts` is `error.` followed by the error's kind. If a kind
  /// has no text of its own, the key is `error.unknown`.
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
    if kind == .invalidRequest, let entry = detail.flatMap({ Self.addressEntries[$0] }) {
      return texts(entry)
    }
    if kind == .invalidRequest, status == nil, let entry = detail.flatMap({ Self.inputEntries[$0] }) {
      return texts(entry)
    }
    if kind == .rateLimited, let wait = wait(texts) {
      return texts("error.rateLimited.wait", english: "The server asks to wait %@ before trying again.", wait)
    }
    if let reason = serverReason, let entry = Self.reasonEntries[kind] { return texts(entry, [reason]) }
    let entry =
      detail.flatMap {
        Self.detailEntries[kind]?[$0] ?? Self.connectionEntries[$0] ?? Self.mediaEntries[$0] ?? Self.importEntries[$0]
          ?? Self.intentEntries[$0]
      }
      ?? Self.entries[kind]
    return texts(entry ?? Texts.Entry("error.unknown", english: "Something went wrong."))
  }

  /// The time until ``retryAt``, in words; nil when it is unknown or over.
  private func wait(_ texts: Texts) -> String? {
    guard let retryAt, let now = texts.now?() else { return nil }
    let seconds = retryAt.timeIntervalSince(now).rounded(.up)
    guard seconds > 0, seconds < 1e6 else { return nil }
    switch seconds {
    case ..<120: return texts("error.wait.seconds", english: "%@ seconds", "\(max(2, Int(seconds)))")
    case ..<7200: return texts("error.wait.minutes", english: "%@ minutes", "\(Int((seconds / 60).rounded(.up)))")
    default: return texts("error.wait.hours", english: "%@ hours", "\(Int((seconds / 3600).rounded(.up)))")
    }
  }

  /// The server's own words, where they say more than the status does.
  private var serverReason: String? {
    guard let message = serverMessage?.trimmingCharacters(in: .whitespacesAndNewlines), !message.isEmpty else {
      return nil
    }
    let plain = message.lowercased().trimmingCharacters(in: .punctuationCharacters)
    return Self.statusPhrases.contains(plain) ? nil : message
  }

  private static let statusPhrases: Set<String> = [
    "forbidden", "403 forbidden", "bad request", "400 bad request", "invalid request", "conflict", "error",
    "unprocessable entity", "payload too large", "not acceptable",
  ]

  /// Refusals whose reason only the server can name.
  private static let reasonEntries: [Kind: Texts.Entry] = [
    .forbidden: .init("error.forbidden.reason", english: "This account may not do that. The server says: %@"),
    .invalidRequest: .init("error.invalidRequest.reason", english: "The server refused this: %@"),
  ]

  /// Errors of one kind that ask for different steps of the user.
  private static let detailEntries: [Kind: [String: Texts.Entry]] = [
    .storage: [
      "full": .init(
        "error.storage.full", english: "The device has no room left. Free some space and try again."),
      "inUse": .init(
        "error.storage.inUse", english: "The data of this account is in use by another part of the app."),
      "locked": .init(
        "error.storage.locked", english: "The data can be read once the device is unlocked."),
      "notPermitted": .init(
        "error.storage.notPermitted", english: "This app may not read or write its data there."),
    ],
    .tls: [
      TransportFailure.TLSFault.expired.rawValue: .init(
        "error.tls.expired",
        english: "The certificate of the server is not valid today. Check it, and the date of this device."),
      TransportFailure.TLSFault.untrusted.rawValue: .init(
        "error.tls.untrusted", english: "This device does not trust the certificate of the server."),
      TransportFailure.TLSFault.wrongHost.rawValue: .init(
        "error.tls.wrongHost", english: "The certificate of the server is for another name than this address."),
      TransportFailure.TLSFault.clientCertificate.rawValue: .init(
        "error.tls.clientCertificate", english: "The server asks for a certificate of this device."),
    ],
  ]

  /// Connections that a person can do something about.
  private static let connectionEntries: [String: Texts.Entry] = [
    Detail.needsConsent: .init(
      "error.needsPlainHTTP",
      english: "The server can only be reached without encryption. Allow that only where you trust the network."),
    Detail.unprovenAddress: .init(
      "error.unprovenAddress",
      english: "The server answers at another address. Confirm that it is the same server."),
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

  /// The problems of a typed address, by their raw values.
  static let addressEntries: [String: Texts.Entry] = [
    "empty": .init("error.address.empty", english: "Enter the address of the server."),
    "misspelledScheme": .init("error.address.misspelledScheme", english: "Check the beginning: it should be https://."),
    "unsupportedScheme": .init(
      "error.address.unsupportedScheme", english: "Only addresses with https:// or http:// can be used."),
    "credentialsInAddress": .init(
      "error.address.credentialsInAddress", english: "Leave user name and password out of the address."),
    "badHost": .init("error.address.badHost", english: "The name of the server is not valid."),
    "badPort": .init("error.address.badPort", english: "The port is not valid: it is a number from 1 to 65535."),
    "badPath": .init("error.address.badPath", english: "The path behind the name of the server is not valid."),
    "zoneNotSupported": .init(
      "error.address.zoneNotSupported", english: "Addresses with a network zone cannot be used."),
  ]
}

extension ClientError {
  /// Sentences for input that this device refuses without a request. The keys are values of ``detail``. Only Tally refuses such input, so
  /// the text keys begin with `tally`.
  package static let inputEntries: [String: Texts.Entry] = [
    "bufferDays": .init("tally.invalid.bufferDays", english: "The buffer is a number of days, 0 or more."),
    "country": .init("tally.invalid.country", english: "A country is two letters, such as DE."),
    "displayName": .init("tally.invalid.name", english: "A name has at most 100 characters."),
    "emptyChange": .init("tally.invalid.empty", english: "There is nothing to change, or a field is empty."),
    "episode": .init("tally.invalid.episode", english: "There is no such episode."),
    "episodeCount": .init("tally.invalid.episodeCount", english: "The number of episodes is not known."),
    "monthlyCost": .init("tally.invalid.price", english: "A price is from 0 to 9999.99."),
    "provider": .init("tally.invalid.provider", english: "There is no such provider."),
    "rating": .init("tally.invalid.rating", english: "A rating is from 0 to 10."),
    "season": .init("tally.invalid.episode", english: "There is no such episode."),
  ]
}

extension ClientError {
  /// Sentences for exported files that do not fit, by ``detail``.
  static let importEntries: [String: Texts.Entry] = [
    "exportDamaged": .init(
      "error.import.damaged", english: "This file is damaged, or was not made for moving an app's data."),
    "exportNewerVersion": .init(
      "error.import.newerVersion", english: "A newer version of this app made this file. Update the app first."),
    "exportOfAnotherService": .init("error.import.anotherService", english: "This file is of another service."),
    "exportOfAnotherServer": .init("error.import.anotherServer", english: "This file is of another server."),
    "exportOfAnotherAccount": .init("error.import.anotherAccount", english: "This file is of another account."),
  ]
}

extension ClientError {
  /// Sentences for the reasons of services that hand over files and audio, by ``detail``.
  static let mediaEntries: [String: Texts.Entry] = [
    "wrongKey": .init("error.signIn.key", english: "This API key is not valid. It may have expired."),
    "noAudio": .init("error.media.noAudio", english: "There is nothing to listen to in this item."),
    "ebookOnly": .init("error.media.ebookOnly", english: "This is an ebook. There is nothing to listen to in it."),
    "podcastNeedsEpisode": .init("error.media.podcastNeedsEpisode", english: "Choose an episode of this podcast."),
    "serverTooOld": .init("error.media.serverTooOld", english: "This server is too old for that."),
    "formatNotPlayable": .init(
      "error.media.formatNotPlayable",
      english: "This device cannot play this format from a file. Play it while you are connected."),
    "tooShort": .init(
      "error.media.tooShort", english: "The server sent only a part of the file. It is tried again later."),
    "wrongSize": .init("error.media.wrongSize", english: "The server sent another file than the one that it lists."),
    "notTheFile": .init(
      "error.media.notTheFile", english: "Something else came in place of the file, perhaps from a proxy."),
    "compressed": .init(
      "error.media.compressed", english: "The file came compressed, perhaps from a proxy, and cannot be kept."),
  ]
}

extension ClientError {
  /// Sentences for actions that the user requests by voice or with a shortcut, by ``detail``.
  static let intentEntries: [String: Texts.Entry] = [
    "allWatched": .init("error.intent.allWatched", english: "Every episode of this show is watched."),
    "booksOnly": .init("error.intent.booksOnly", english: "Only books can have bookmarks."),
    "notListed": .init("error.intent.notListed", english: "This show is not on your watchlist."),
    "nothingNew": .init("error.intent.nothingNew", english: "There is no unfinished episode."),
    "nothingOpen": .init("error.intent.nothingOpen", english: "Nothing is open in the player."),
    "nothingToPlay": .init("error.intent.nothingToPlay", english: "There is nothing to continue."),
  ]
}
