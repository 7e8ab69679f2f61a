import Foundation

/// The headers of a saved server for each of its addresses, as they are kept in the ``SecretStore``.
struct SavedHeaders: Equatable {
  private var fields: [String: HTTPFields] = [:]

  /// No headers.
  init() {}

  init(_ server: SavedServer) {
    for (address, headers) in [(server.address, server.headers)] + server.alternatives.map({ ($0.address, $0.headers) })
    where !headers.entries.isEmpty {
      fields[address.key] = headers
    }
  }

  /// Reads the headers from a secret; a text that is no such secret has no headers.
  init(_ secret: Secret?) {
    guard let secret, let stored = try? JSONValue(parsing: Data(secret.reveal().utf8)),
      case .object(let addresses) = stored
    else { return }
    for (key, value) in addresses {
      guard case .array(let pairs) = value else { continue }
      var headers: HTTPFields = [:]
      for pair in pairs {
        guard let name = pair["name"]?.string, let value = pair["value"]?.string else { continue }
        try? headers.setAppHeader(name, value)
      }
      fields[key] = headers
    }
  }

  func secret() -> Secret {
    let addresses = fields.mapValues { headers in
      JSONValue.array(headers.entries.map { ["name": .string($0.name), "value": .string($0.value)] })
    }
    return Secret(String(decoding: JSONValue.object(addresses).serialized(), as: UTF8.self))
  }

  func apply(to server: inout SavedServer) {
    server.headers = fields[server.address.key] ?? [:]
    for index in server.alternatives.indices {
      server.alternatives[index].headers = fields[server.alternatives[index].address.key] ?? [:]
    }
  }
}
