import Foundation
import MediaCore

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
    // Request the file uncompressed: a compressed answer that breaks off can look complete.
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
