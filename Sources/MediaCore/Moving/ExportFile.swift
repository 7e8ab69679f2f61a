import Foundation

/// An exported file: JSON for people and any tool, with the names of its members in order and dates as ISO 8601.
struct ExportFile {
  var id: String
  var madeAt: Date
  var service: String
  /// The server's address without scheme, as ``ServerAddress/key``.
  var server: String
  var account: String
  var accountName: String
  var changes: [JSONValue] = []
  var parts: [String: JSONValue] = [:]

  static let format = "MediaClients export"
  static let version = 1

  // MARK: Writing

  func data() -> Data {
    let value: JSONValue = [
      "format": .string(Self.format), "version": .integer(Int64(Self.version)), "id": .string(id),
      "madeAt": .string(WireDate.format(madeAt)), "service": .string(service), "server": .string(server),
      "account": ["id": .string(account), "name": .string(accountName)], "changes": .array(changes),
      "parts": .object(parts),
    ]
    return Self.signed(value)
  }

  /// The bytes of a document with its checksum.
  static func signed(_ document: JSONValue) -> Data {
    with(document) { $0["checksum"] = .string(checksum(of: $0)) }.pretty()
  }

  /// The checksum of everything but itself; white space and the order of members don't count.
  private static func checksum(of value: JSONValue) -> String {
    String(Checksum.crc32(with(value) { $0["checksum"] = nil }.serialized()), radix: 16)
  }

  // MARK: Reading

  /// - Throws: `invalidRequest` with an ``ImportProblem``.
  init(_ data: Data) throws(ClientError) {
    guard let value = try? JSONValue(parsing: data), value["format"]?.string == Self.format,
      let version = value["version"]?.int
    else { throw ClientError(.damaged) }
    // Check the version first: a later version may compute its checksum in another way.
    guard version <= Self.version else { throw ClientError(.newerVersion) }
    guard version >= 1, value["checksum"]?.string == Self.checksum(of: value), let id = value["id"]?.string,
      !id.isEmpty, let madeAt = value["madeAt"]?.string.flatMap(WireDate.parse),
      let service = value["service"]?.string, let server = value["server"]?.string,
      let account = value["account"]?["id"]?.string, !account.isEmpty, let changes = value["changes"]?.array,
      let parts = value["parts"]?.object
    else { throw ClientError(.damaged) }
    self.init(
      id: id, madeAt: madeAt, service: service, server: server, account: account,
      accountName: value["account"]?["name"]?.string ?? "", changes: changes, parts: parts)
  }

  init(
    id: String, madeAt: Date, service: String, server: String, account: String, accountName: String,
    changes: [JSONValue], parts: [String: JSONValue]
  ) {
    self.id = id
    self.madeAt = madeAt
    self.service = service
    self.server = server
    self.account = account
    self.accountName = accountName
    self.changes = changes
    self.parts = parts
  }

  // MARK: Values

  /// Encodes a value as the exported file has it: JSON with dates in ISO 8601, the only form that an import reads.
  static func json(_ value: some Encodable) throws(ClientError) -> JSONValue {
    do { return try JSONValue(parsing: JSONWriter.data(value, dates: .iso8601)) } catch {
      throw ClientError(.storage, operation: .dataExport)
    }
  }

  /// Reads a value strictly: a member of another type makes the file damaged, where an answer of a server would lose only that member.
  static func value<Value: Decodable>(
    _ type: Value.Type, _ json: JSONValue, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(ClientError) -> Value {
    let issues = DecodingIssues()
    let document = JSONDocument(data: json.serialized(), dates: .iso8601, issues: issues, userInfo: userInfo)
    guard let value = try? document.decode(type), issues.count == 0 else { throw ClientError(.damaged) }
    return value
  }
}

extension JSONValue {
  /// The value as JSON text for people: one member or element on a line, members in the order of their names.
  func pretty() -> Data {
    var out: [UInt8] = []
    write(to: &out, depth: 0)
    out.append(UInt8(ascii: "\n"))
    return Data(out)
  }

  private func write(to out: inout [UInt8], depth: Int) {
    func line(_ depth: Int) { out += [UInt8(ascii: "\n")] + Array(repeating: UInt8(ascii: " "), count: 2 * depth) }
    switch self {
    case .array(let elements) where !elements.isEmpty:
      out.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        line(depth + 1)
        element.write(to: &out, depth: depth + 1)
      }
      line(depth)
      out.append(UInt8(ascii: "]"))
    case .object(let members) where !members.isEmpty:
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        line(depth + 1)
        JSONEscapes.write(member.key, to: &out)
        out += ": ".utf8
        member.value.write(to: &out, depth: depth + 1)
      }
      line(depth)
      out.append(UInt8(ascii: "}"))
    default: out += serialized()
    }
  }

  /// The value with each of its texts changed, the names of members not.
  func mappingTexts(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let elements): .array(elements.map { $0.mappingTexts(change) })
    case .object(let members): .object(members.mapValues { $0.mappingTexts(change) })
    default: self
    }
  }
}
