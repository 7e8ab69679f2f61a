import Foundation

extension Credentials {
  /// The address with the token in its query, for a player of a server that has no other way.
  func signed(_ url: URL, as name: String) -> URL {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let query = parts?.percentEncodedQuery.map { $0 + "&" } ?? ""
    parts?.percentEncodedQuery = "\(query)\(name)=\(access.reveal().percentEncoded(keeping: "."))"
    return parts?.url ?? url
  }
}
