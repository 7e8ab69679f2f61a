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

extension QueryParameters {
  /// Makes the address of a request unique. The server keeps each answer about a library for half an hour by its address, even if progress
  /// or the library's queue of downloads changes meanwhile.
  mutating func bypassCache(_ random: any RandomSource) { append("_", random.uuid()) }
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
    guard arePlausible(ids) else {
      throw ClientError(.invalidRequest, operation: operation, detail: ClientError.Detail.badIdentifier)
    }
  }

  static func arePlausible(_ ids: [String?]) -> Bool { ids.allSatisfy { $0.map(isPlausible) ?? true } }

  private static func isPlausible(_ id: String) -> Bool {
    !id.isEmpty && id != "." && id != ".." && id.utf8.count <= 256
      && !id.utf8.contains { $0 <= 0x20 || $0 == 0x7F || #"/\%?#"#.utf8.contains($0) }
  }
}

extension EndpointTraits {
  /// The traits of content that an app shows at launch: revalidated, and answered from the cache when the server cannot be reached.
  static let shelfShown = EndpointTraits(isRepeatable: true, isRead: true, caching: .staleOnError)

  /// Raises the limit for the response from 16 MB to 128 MB, for calls whose response contains whole items. With 16 MB, such a call fails in
  /// large libraries: a collection of 216 books has 21 MB, and a podcast about 3 KB for each of its episodes.
  var withWholeItems: EndpointTraits { with(self) { $0.maximumResponseBytes = 128 << 20 } }

  /// ``withWholeItems`` with more time, for responses with many items, such as playlists and collections, or with all progress of the
  /// account: on a slow network they take minutes.
  var withListsOfItems: EndpointTraits { with(withWholeItems) { $0.deadline = .seconds(180) } }

  /// The traits for a page of `limit` items in their short form: ``withListsOfItems`` for more than 1,000 items. A random order comes in one
  /// page, and 10,000 short items can have more than 16 MB.
  func forPage(of limit: Int) -> EndpointTraits { limit > 1000 ? withListsOfItems : self }
}
