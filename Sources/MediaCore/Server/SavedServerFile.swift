/// The stored form of a ``SavedServerStore``, without the headers.
struct SavedServerFile: Codable {
  struct Entry: Codable {
    struct Other: Codable {
      var address: String
      var allowsPlainHTTP: Bool
      var isConfirmed: Bool
    }

    var id: String
    var address: String
    var name: String
    var allowsPlainHTTP: Bool
    var alternatives: [Other]
  }

  var servers: [Entry] = []
  var current: String?

  init() {}

  init(_ servers: [SavedServer], current: String?) {
    self.servers = servers.map { server in
      Entry(
        id: server.id, address: server.address.description, name: server.name,
        allowsPlainHTTP: server.allowsPlainHTTP,
        alternatives: server.alternatives.map {
          Entry.Other(
            address: $0.address.description, allowsPlainHTTP: $0.allowsPlainHTTP, isConfirmed: $0.isConfirmed)
        })
    }
    self.current = current
  }
}

extension SavedServerFile.Entry {
  /// The server without its headers; nil if its address cannot be read.
  var server: SavedServer? {
    guard !id.isEmpty, let address = try? ServerAddress(address, pages: []) else { return nil }
    return with(SavedServer(id: id, address: address)) {
      ($0.name, $0.allowsPlainHTTP) = (name, allowsPlainHTTP)
      $0.alternatives = alternatives.compactMap { other in
        guard let address = try? ServerAddress(other.address, pages: []) else { return nil }
        return with(AlternativeAddress(address, isConfirmed: other.isConfirmed)) {
          $0.allowsPlainHTTP = other.allowsPlainHTTP
        }
      }
    }
  }
}
