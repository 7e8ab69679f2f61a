import Foundation
import MediaCore

/// The calls, by the form of their answer. `body` is sent as JSON; `ids` are the ids from an app in the body or the query, to be
/// checked. All calls throw `invalidRequest` for an id that no server has, and for values that JSON cannot hold, such as an infinite
/// number. The log names the place that calls them.
extension ServiceClient {
  func json<Response: Decodable & Sendable>(
    _ operation: OperationID, _ method: HTTPMethod = .get, path: [PathSegment], query: QueryParameters = [:],
    body: (any Encodable)? = nil, ids: [String?] = [], traits: EndpointTraits, file: String = #fileID,
    line: Int = #line, function: String = #function
  ) async throws(ClientError) -> Response {
    let body = try RequestBody.shelf(body, ids: ids, operation)
    return try await send(
      .json(operation, method, path: path, query: query, body: body, traits: traits), file: file, line: line,
      function: function)
  }

  /// A call that answers with a list, see ``WireList``.
  func list<Element: Decodable & Sendable>(
    _ operation: OperationID, _ method: HTTPMethod = .get, path: [PathSegment], query: QueryParameters = [:],
    body: (any Encodable)? = nil, ids: [String?] = [], traits: EndpointTraits, file: String = #fileID,
    line: Int = #line, function: String = #function
  ) async throws(ClientError) -> [Element] {
    let list: WireList<Element> = try await json(
      operation, method, path: path, query: query, body: body, ids: ids, traits: traits, file: file, line: line,
      function: function)
    return list.elements
  }

  /// A call that answers with one page of a list.
  func page<Element: Decodable & Sendable>(
    _ operation: OperationID, path: [PathSegment], query: QueryParameters, traits: EndpointTraits,
    file: String = #fileID,
    line: Int = #line, function: String = #function
  ) async throws(ClientError) -> Page<Element> {
    Page(
      try await json(operation, path: path, query: query, traits: traits, file: file, line: line, function: function))
  }

  /// One page of a list with the server's mark of its version; no page if the version is still `tag`. The caller has to keep the page:
  /// the client keeps no copy.
  func taggedPage<Element: Decodable & Sendable>(
    _ operation: OperationID, path: [PathSegment], query: QueryParameters, unlessTagged tag: String?,
    file: String = #fileID,
    line: Int = #line, function: String = #function
  ) async throws(ClientError) -> TaggedPage<Element> {
    let fields: HTTPFields = tag.map { ["If-None-Match": $0] } ?? [:]
    let endpoint = Endpoint(operation, path: path, query: query, fields: fields, traits: .read) { response, decoding in
      let list = try decoding.json(WireList<Element>.self, from: response)
      return TaggedPage(page: Page(list), tag: response.fields["ETag"])
    }
    do throws(ClientError) { return try await send(endpoint, file: file, line: line, function: function) } catch {
      // A 304 (Not Modified) has no body, so it arrives as an error.
      guard error.status == 304, tag != nil else { throw error }
      return TaggedPage(tag: tag)
    }
  }

  /// A call that the server answers with the text `OK`. After any other answer it is unknown whether the change was made.
  /// - Parameter isDoneWhenMissing: whether a 404 counts as success, for removals: an attempt whose answer was lost, or another client,
  ///   may have removed the thing. Only a 404 with the server's own message counts; a page comes from a proxy in front of the server.
  func ok(
    _ operation: OperationID, _ method: HTTPMethod, path: [PathSegment], body: (any Encodable)? = nil,
    ids: [String?] = [],
    traits: EndpointTraits, isDoneWhenMissing: Bool = false, file: String = #fileID, line: Int = #line,
    function: String = #function
  ) async throws(ClientError) {
    let body = try RequestBody.shelf(body, ids: ids, operation)
    let endpoint = Endpoint(operation, method, path: path, body: body, traits: traits) { response, decoding in
      try decoding.refusePage(response)
      let answer = response.body.drop { $0 <= 0x20 }.prefix(3)
      guard answer.starts(with: Data("OK".utf8)), answer.dropFirst(2).allSatisfy({ $0 <= 0x20 }) else {
        throw ClientError(
          .undecodable, operation: operation, status: response.status,
          detail: response.body.isEmpty ? ClientError.Detail.empty : "notOK")
      }
    }
    do throws(ClientError) { try await send(endpoint, file: file, line: line, function: function) } catch {
      guard isDoneWhenMissing, error.kind == .notFound, error.serverMessage != nil else { throw error }
    }
  }
}

extension Endpoint where Response == Data {
  /// The request for a picture, as JPEG, without a token. A proxy may redirect it to another host.
  static func picture(_ operation: OperationID, path: [PathSegment], width: Int?, updatedAt: Date? = nil) -> Endpoint {
    Endpoint(
      operation, path: path,
      query: ["width": width, "format": "jpeg", "ts": updatedAt.map { Double($0.milliseconds) }],
      fields: ["Accept": "image/jpeg"],
      traits: EndpointTraits(credentials: .none, isRepeatable: true, isRead: true, redirects: .anyWithoutCredentials)
    ) { response, _ in try FileContent.picture.checked(response, operation) }
  }

  /// The request for a file or a part of it, at most 64 MB. A file of any content can be HTML, so an answer is refused as a page only if
  /// its type is HTML.
  static func bytes(
    _ operation: OperationID, path: [PathSegment], query: QueryParameters = [:],
    credentials: EndpointTraits.Credentials = .required, content: FileContent = .any
  ) -> Endpoint {
    // Ask for the uncompressed file: a compressed one that breaks off could pass for a whole one.
    let fields: HTTPFields = ["Accept": "*/*", "Accept-Encoding": "identity"]
    let traits = EndpointTraits(
      credentials: credentials, isRepeatable: true, isRead: true, deadline: .seconds(600),
      attemptTimeout: .seconds(120), maximumResponseBytes: 64 << 20)
    return Endpoint(operation, path: path, query: query, fields: fields, traits: traits) { response, decoding in
      if response.mediaType == "text/html" { try decoding.refusePage(response) }
      return try content.checked(response, operation)
    }
  }
}

extension Endpoint where Response == Data {
  /// The request for a file that can be large.
  static func file(_ file: RemoteFile) throws(ClientError) -> Endpoint {
    let content = file.content
    switch file {
    case .file(let ino, let item):
      return .bytes(.shelfMediaFile, path: ["api", "items", .id(item), "file", .id(ino)])
    case .download(let ino, let item):
      return .bytes(.shelfMediaDownloadFile, path: ["api", "items", .id(item), "file", .id(ino), "download"])
    case .item(let item):
      return .bytes(.shelfMediaDownloadItem, path: ["api", "items", .id(item), "download"], content: content)
    case .items(let items, let library):
      try WireID.check(items, operation: .shelfMediaDownloadItems)
      return .bytes(
        .shelfMediaDownloadItems, path: ["api", "libraries", .id(library), "download"],
        query: ["ids": items.joined(separator: ",")], content: content)
    case .ebook(let item, let ino):
      return .bytes(
        .shelfMediaEbook, path: ["api", "items", .id(item), "ebook"] + (ino.map { [.id($0)] } ?? []),
        content: content)
    case .track(let index, let session):
      return .bytes(
        .shelfMediaTrack, path: ["public", "session", .id(session), "track", .id(String(index))], credentials: .none,
        content: content)
    }
  }

  /// The same request for a part of the file.
  /// - Throws: `invalidRequest` for an empty range, which the `Range` field cannot express.
  func part(_ range: Range<Int>?) throws(ClientError) -> Endpoint {
    guard let range else { return self }
    guard range.lowerBound >= 0, !range.isEmpty else {
      throw ClientError(.invalidRequest, operation: operation, detail: "range")
    }
    var endpoint = self
    endpoint.fields["Range"] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
    return endpoint
  }
}

extension RequestBody {
  fileprivate static func shelf(
    _ value: (any Encodable)?, ids: [String?], _ operation: OperationID
  ) throws(ClientError) -> RequestBody? {
    try WireID.check(ids, operation: operation)
    guard let value else { return nil }
    guard (value as? any TimedBody)?.hasPlausibleTimes ?? true else {
      throw ClientError(.invalidRequest, operation: operation, detail: "mediaTime")
    }
    return try .encoding(value, coder: .shelf, operation: operation)
  }
}

/// The check of ids in a body or a query. There an id cannot change the address, but an id that no server has is a mistake or an
/// attack anywhere, so the same ids are refused as in a path.
enum WireID {
  static func check(_ ids: [String?], operation: OperationID) throws(ClientError) {
    guard ids.allSatisfy({ $0.map(isPlausible) ?? true }) else {
      throw ClientError(.invalidRequest, operation: operation, detail: ClientError.Detail.badIdentifier)
    }
  }

  private static func isPlausible(_ id: String) -> Bool {
    !id.isEmpty && id != "." && id != ".." && id.utf8.count <= 256
      && !id.utf8.contains { $0 <= 0x20 || $0 == 0x7F || #"/\%?#"#.utf8.contains($0) }
  }
}
