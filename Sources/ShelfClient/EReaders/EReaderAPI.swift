public import MediaCore

/// Lists the account's own e-readers and sends ebooks to e-readers by e-mail. ``AccountAPI/authorize()`` returns all e-readers that the
/// account may use (``Login/ereaderDevices``).
public protocol EReaderAPI: Sendable {
  /// Replaces the account's own e-readers, which no other account may use (`POST /api/me/ereader-devices`). Needs
  /// ``UserPermissions/createEreader``.
  /// - Parameters:
  ///   - devices: the new e-readers, each with a name that is unique on the server and an e-mail address.
  ///   - user: the id of the account.
  /// - Returns: all e-readers that the account may use.
  /// - Throws: `invalidRequest` with the server's message, for instance if a name is taken; `forbidden`.
  @discardableResult
  func setOwnDevices(_ devices: [EReaderDevice], of user: String) async throws(ClientError) -> [EReaderDevice]
  /// Makes the server send a book's ebook to an e-reader (`POST /api/emails/send-ebook-to-device`). A failed call is not repeated, since
  /// each call sends an e-mail. If the response is lost, the e-mail may have been sent or not.
  /// - Parameters:
  ///   - item: the id of the book's library item.
  ///   - device: the ``EReaderDevice/name`` of the e-reader.
  /// - Throws: `notFound` for a book without an ebook or an unknown e-reader; `forbidden`; `invalidRequest` with the message of the mail
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
