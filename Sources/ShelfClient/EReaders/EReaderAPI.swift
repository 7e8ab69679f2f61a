public import MediaCore

/// E-readers that the server sends ebooks to by e-mail. ``AccountAPI/authorize()`` returns the ones that the account may use
/// (``Login/ereaderDevices``).
public protocol EReaderAPI: Sendable {
  /// Replaces the account's own e-readers, those that only this account may use (`POST /api/me/ereader-devices`). Needs
  /// ``UserPermissions/createEreader``.
  /// - Parameters:
  ///   - devices: with name and e-mail address; a name is unique on the server.
  ///   - user: the id of the account.
  /// - Returns: all e-readers that the account may use.
  /// - Throws: `invalidRequest` with the server's words, such as for a name that is taken; `forbidden`.
  @discardableResult
  func setOwnDevices(_ devices: [EReaderDevice], of user: String) async throws(ClientError) -> [EReaderDevice]
  /// Has the server send a book's ebook to an e-reader (`POST /api/emails/send-ebook-to-device`). A failed call is not repeated, since each
  /// call sends a mail: after a lost answer it is unknown whether one was sent.
  /// - Parameters:
  ///   - item: the library item.
  ///   - device: ``EReaderDevice/name``.
  /// - Throws: `notFound` for a book without an ebook or an unknown e-reader; `forbidden`; `invalidRequest` with the words of the mail
  ///   server.
  func sendEbook(of item: String, to device: String) async throws(ClientError)
}

struct LiveEReaderAPI: EReaderAPI {
  let client: ServiceClient

  func setOwnDevices(_ devices: [EReaderDevice], of user: String) async throws(ClientError) -> [EReaderDevice] {
    var own = devices
    for index in own.indices { (own[index].availabilityOption, own[index].users) = ("specificUsers", [user]) }
    let answer: EReaderList = try await client.json(
      .shelfReadersSetOwn, .post, path: ["api", "me", "ereader-devices"], body: EReaderList(ereaderDevices: own),
      ids: [user], traits: .repeatableWrite)
    return answer.ereaderDevices
  }

  func sendEbook(of item: String, to device: String) async throws(ClientError) {
    try await client.ok(
      .shelfReadersSend, .post, path: ["api", "emails", "send-ebook-to-device"],
      body: ["libraryItemId": item, "deviceName": device], ids: [item], traits: .write)
  }
}

private struct EReaderList: Codable, Sendable {
  var ereaderDevices: [EReaderDevice]
}

extension EReaderList {
  private enum CodingKeys: CodingKey { case ereaderDevices }

  init(from decoder: any Decoder) throws {
    ereaderDevices = try decoder.lenient(CodingKeys.self).list(.ereaderDevices)
  }
}
