import MediaCore

/// Ids that travel in a body or a query. They could not leave their place there, but an id that no server has is a mistake
/// or an attack wherever it stands: the same are refused as in a path.
enum WireID {
  static func check(_ ids: [String?], operation: String) throws(ClientError) {
    guard ids.allSatisfy({ $0.map(isPlausible) ?? true }) else {
      throw ClientError(.invalidRequest, operation: operation, detail: ClientError.Detail.badIdentifier)
    }
  }

  private static func isPlausible(_ id: String) -> Bool {
    !id.isEmpty && id != "." && id != ".." && id.utf8.count <= 256
      && !id.utf8.contains { $0 <= 0x20 || $0 == 0x7F || #"/\%?#"#.utf8.contains($0) }
  }
}
