public import Foundation

extension JSONValue {
  /// Parses strict JSON (RFC 8259). If an object has two members of the same name, the later member is used.
  public init(parsing data: Data, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    do { self = try JSONTape.borrowing(data, limits: limits) { try JSONValue($0, at: 0) } } catch {
      throw error as? JSONSyntaxError ?? JSONSyntaxError(reason: .unexpectedByte, offset: 0)
    }
  }

  /// Parses strict JSON from a text, within the default ``JSONLimits``.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Data(text.utf8))
  }

  init(_ tape: JSONTape, at index: Int) throws(JSONSyntaxError) {
    let entry = tape[index]
    switch entry.kind {
    case .text: self = .string(tape.text(index) ?? "")
    case .number:
      guard let value = tape.number(index)?.value else {
        throw JSONSyntaxError(reason: .badNumber, offset: entry.place)
      }
      self = value
    case .yes: self = .bool(true)
    case .no: self = .bool(false)
    case .array:
      var elements: [JSONValue] = []
      var element = index + 1
      while element < index + entry.length {
        elements.append(try JSONValue(tape, at: element))
        element = tape.next(element)
      }
      self = .array(elements)
    case .object:
      var members: [String: JSONValue] = [:]
      for name in tape.names(of: index) { members[tape.text(name) ?? ""] = try JSONValue(tape, at: name + 1) }
      self = .object(members)
    default: self = .null
    }
  }

  /// Returns the value as JSON text. Members are sorted by name, so that equal values give equal bytes.
  public func serialized() -> Data {
    var out: [UInt8] = []
    write(to: &out)
    return Data(out)
  }

  private func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let value): out += (value ? "true" : "false").utf8
    case .integer(let value): out += String(value).utf8
    case .number(let value):
      if !value.isFinite {
        out += "null".utf8
      } else if let whole = Int64(exactly: value), value.magnitude < 1e15 {
        out += String(whole).utf8
      } else {
        out += "\(value)".utf8
      }
    case .string(let value): JSONEscapes.write(value, to: &out)
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        element.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, key) in members.keys.sorted().enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        JSONEscapes.write(key, to: &out)
        out.append(UInt8(ascii: ":"))
        members[key]?.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }
}
