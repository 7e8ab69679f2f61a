import Foundation

/// Downloads that the system has finished, on disk until they are asked for.
///
/// The app may have ended between the request and its answer: it makes the same request again at the next launch, and finds the
/// answer here. An entry is read once.
struct TransferInbox: Sendable {
  /// The head of an answer, with only the fields that a download is read by: cookies must not be kept with a file.
  struct Head: Codable, Sendable, Hashable {
    static let names = [
      "Content-Type", "Content-Length", "Content-Range", "Content-Disposition", "Accept-Ranges", "ETag",
      "Last-Modified",
      "Location",
    ]

    let status: Int
    let fields: [String: String]

    init(_ response: HTTPResponse) {
      status = response.status
      fields = Self.names.reduce(into: [:]) { $0[$1] = response.fields[$1] }
    }

    var response: HTTPResponse {
      var response = HTTPResponse(status: status)
      for name in Self.names { if let value = fields[name] { response.fields.append(name, value) } }
      return response
    }
  }

  let folder: URL

  /// The name of a request: the same for the same part of the same file, whatever account and token it is sent with.
  static func key(_ request: HTTPRequest) -> String {
    let parts =
      [request.method.rawValue, request.url.absoluteString] + ["Range", "If-Range"].map { request.fields[$0] ?? "" }
    return parts.joined(separator: "\n").fileName
  }

  /// Moves a file into the inbox. Call this before the system's callback returns: the file is gone after it.
  func put(_ file: URL, _ head: Head, key: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    remove(key)
    try FileManager.default.moveItem(at: file, to: body(key))
    // Write the head last: if the app ends before, the entry has no head, and `read(_:)` ignores it.
    try JSONEncoder().encode(head).write(to: self.head(key), options: .atomic)
  }

  /// The head of an entry; nil when there is none.
  func read(_ key: String) -> Head? {
    guard let data = try? Data(contentsOf: head(key)) else { return nil }
    return try? JSONDecoder().decode(Head.self, from: data)
  }

  /// The number of bytes of an entry's body.
  func size(_ key: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: body(key).path)[.size] as? Int) ?? 0
  }

  /// Hands the body over in pieces, so that memory does not grow with it.
  func read(_ key: String, piece: Int = 256 << 10, receive: (Data) async throws -> Void) async throws {
    let file = try FileHandle(forReadingFrom: body(key))
    defer { try? file.close() }
    while let bytes = try file.read(upToCount: piece), !bytes.isEmpty { try await receive(bytes) }
  }

  func remove(_ key: String) {
    try? FileManager.default.removeItem(at: head(key))
    try? FileManager.default.removeItem(at: body(key))
  }

  func removeAll() { try? FileManager.default.removeItem(at: folder) }

  private func body(_ key: String) -> URL { folder.appendingPathComponent(key) }
  private func head(_ key: String) -> URL { folder.appendingPathComponent("\(key).json") }
}
