import Foundation
public import MediaCore

/// A 422: the server's validation library reports all faults of a request together, each with its place.
///
/// Messages and addresses change with the version of that library and do not identify a fault; they can contain parts
/// of the request, so only the first message and the names of places are kept.
struct ValidationRefusal: Hashable, Sendable {
  /// The first fault in the server's own words.
  let text: String?
  /// `body.title`, `query.page`, `body.items.0.item_id`
  let places: [String]

  init?(_ response: HTTPResponse) {
    guard response.status == 422, response.body.count <= 64 << 10,
      let faults = try? JSONValue(parsing: response.body)["detail"]?.array
    else { return nil }
    text = faults.lazy.compactMap { $0["msg"]?.string }.first.map(Self.plain)
    var seen: Set<String> = []
    places = faults.prefix(50).compactMap { Self.place($0["loc"]) }.filter { seen.insert($0).inserted }
  }

  /// The message without anything but words and numbers: the rest may have been sent, and may be a token.
  private static func plain(_ text: String) -> String {
    text.prefix(300).split(separator: " ").map { word in
      let core = word.trimmingCharacters(in: .punctuationCharacters).utf8
      return core.allSatisfy(\.isLetter) || core.allSatisfy(\.isDigit) ? String(word) : "…"
    }.joined(separator: " ")
  }

  /// Nil for anything that is not a place: names come back as they were sent, and can contain anything.
  private static func place(_ location: JSONValue?) -> String? {
    let steps = (location?.array ?? []).map { $0.string ?? $0.int.map(String.init) ?? "" }
    let isPlain = steps.allSatisfy { step in
      (1...40).contains(step.utf8.count)
        && step.utf8.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0) || $0 == 0x5F }
    }
    return steps.isEmpty || steps.count > 6 || !isPlain ? nil : steps.joined(separator: ".")
  }

  fileprivate static let prefix = "fields: "

  var detail: String? { places.isEmpty ? nil : Self.prefix + places.joined(separator: ", ") }
}

/// Turns a 422 into an error that names the wrong members.
struct ValidationMiddleware: Middleware {
  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    let response = try await next(call)
    guard let refusal = ValidationRefusal(response) else { return response }
    let words = refusal.text.map { Redaction(request: call.request, response: response).applied(to: $0) }
    throw ClientError(
      .invalidRequest, operation: call.operation, status: 422, serverMessage: words, detail: refusal.detail)
  }
}

extension ClientError {
  /// The members of the request that the server rejected with status 422, such as `body.title` or `query.page`; empty if the server names
  /// no member. A number in a name is an index in an array, or a position in a text that is not valid JSON.
  public var invalidFields: [String] {
    guard status == 422, let detail, detail.hasPrefix(ValidationRefusal.prefix) else { return [] }
    return detail.dropFirst(ValidationRefusal.prefix.count).components(separatedBy: ", ")
  }
}
