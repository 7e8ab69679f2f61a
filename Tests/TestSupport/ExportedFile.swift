package import Foundation
package import MediaCore

/// Exported files as tests look at them and spoil them, without the SDK's own code for them.
package enum ExportedFile {
  /// The content of a file without what differs from one export to the next.
  package static func content(_ data: Data) throws -> JSONValue {
    var value = try JSONValue(parsing: data)
    for name in ["id", "madeAt", "checksum"] { value[name] = nil }
    // Drop the change's number in this device's order: other devices number differently.
    let changes = (value["changes"]?.array ?? []).map { change in
      with(change) { change in
        change["order"] = nil
        // An attempt to send may come before or after the export: drop its traces.
        for name in ["sent", "remote"] { change["payload"]?[name] = nil }
      }
    }
    value["changes"] = .array(changes.sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") })
    return value
  }

  /// A document as a file with a right checksum.
  package static func signed(_ document: JSONValue) -> Data {
    var document = document
    document["checksum"] = nil
    document["checksum"] = .string(String(crc32(document.serialized()), radix: 16))
    return document.serialized()
  }

  /// The file with one value spoilt, for each value and each way of spoiling it. Values of the same name count once. Each file has ids of its
  /// own, and of changes and parts only the spoilt one, so that nothing is skipped as known.
  package static func spoilt(_ data: Data) throws -> [(name: String, data: Data)] {
    let json = try JSONValue(parsing: data)
    var names: Set<String> = []
    var files: [(name: String, data: Data)] = []
    for path in json.paths() where path.first != "checksum" {
      guard let value = json[path] else { continue }
      // Each kind of change has its own members.
      let kind = path.first == "changes" ? json[Array(path.prefix(2))]?["kind"]?.string ?? "" : ""
      guard names.insert(kind + JSONValue.name(path)).inserted else { continue }
      for spoiling in Spoiling.allCases {
        var file = json
        var place = path
        file["id"] = .string("file-\(files.count)")
        switch (path.first, path.dropFirst().first) {
        case ("changes", .element(let index)?):
          file["parts"] = [:]
          file["changes"] = .array([
            with(json["changes"]?[index] ?? .null) { $0["id"] = .string("change-\(files.count)") }
          ])
          place[1] = .element(0)
        case ("parts", .member(let name)?):
          file["changes"] = []
          file["parts"] = .object([name: json["parts"]?[name] ?? .null])
        default: break
        }
        let spoilt = file.replacing(place, with: spoiling.value(insteadOf: value))
        files.append(("\(kind) \(JSONValue.name(path)) \(spoiling)", signed(spoilt)))
      }
    }
    return files
  }

  private static func crc32(_ data: Data) -> UInt32 {
    ~data.reduce(~0 as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
  }
}
