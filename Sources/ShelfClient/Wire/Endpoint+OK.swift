import Foundation
import MediaCore

extension Endpoint where Response == Void {
  /// A write that the server answers with the text `OK`. An empty or another answer does not come from it: what was written
  /// is not known then.
  static func ok(
    _ operation: String, _ method: HTTPMethod, path: [PathSegment], query: Query = [:], body: RequestBody? = nil,
    traits: EndpointTraits
  ) -> Endpoint {
    Endpoint(operation, method, path: path, query: query, body: body, traits: traits) { response, decoding in
      try decoding.refusePage(response)
      let answer = response.body.drop { $0 <= 0x20 }.prefix(3)
      guard answer.starts(with: Data("OK".utf8)), answer.dropFirst(2).allSatisfy({ $0 <= 0x20 }) else {
        throw ClientError(
          .undecodable, operation: operation, status: response.status,
          detail: response.body.isEmpty ? ClientError.Detail.empty : "notOK")
      }
    }
  }
}
