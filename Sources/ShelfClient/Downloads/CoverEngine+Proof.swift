import Foundation
import MediaCore

extension CoverEngine {
  /// Asks an address for covers by ids that only the server and this device know. Covers on this device come first, because they can be
  /// compared while the other address cannot be reached; then those of items with progress, and of items in lists that were shown.
  /// - Parameter shown: the ids of items in the kept lists.
  static func proof(
    _ covers: CoverEngine, _ progress: ProgressCache, shown: [@Sendable () async -> [String]]
  ) -> ServerProof {
    // Weak references: `covers` and `progress` hold the client, which holds this proof.
    ServerProof { [weak covers, weak progress] in
      var artworks = await covers?.kept() ?? []
      let known = artworks.map(\.artwork.subject)
      let begun = Array((try? await progress?.value())?.values ?? [:].values)
        .sorted { ($0.lastUpdate ?? .distantPast, $0.id) > ($1.lastUpdate ?? .distantPast, $1.id) }
      for id in begun.compactMap(\.libraryItemId) where !known.contains(.item(id)) && artworks.count < 6 {
        artworks.append((Artwork(.item(id), updatedAt: nil), nil))
      }
      for list in shown where artworks.count < 6 {
        for id in await list().prefix(3) { artworks.append((Artwork(.item(id), updatedAt: nil), nil)) }
      }
      return artworks.map { ServerProof.Question(.proof($0.artwork), expected: $0.data) }
    }
  }
}

extension Endpoint where Response == HTTPResponse {
  fileprivate static func proof(_ artwork: Artwork) -> Endpoint {
    let picture = Endpoint<Data>.artwork(artwork)
    var endpoint = Endpoint(
      picture.operation, path: picture.path, query: picture.query, fields: picture.fields, traits: .probe
    ) { response, _ in response }
    endpoint.traits.maximumResponseBytes = picture.traits.maximumResponseBytes
    return endpoint
  }
}
