import Foundation
import MediaTesting

/// Validation of path, query and body in the order and with the messages of the server's library. Reading continues
/// after a fault, so that all faults are thrown together.
struct VaultForm {
  private let call: VaultCall
  private var errors: [JSONValue] = []
  /// Whether a number was read that does not fit the database: the route breaks once it queries for it.
  private var overflows = false
  /// The body as an object, once a member was read.
  private var members: JSONValue?
  private var isBodyChecked = false
  private var place: [JSONValue] = ["body"]

  /// Reads a request with `body`, and throws the faults that were found.
  static func read<Value>(_ call: VaultCall, _ body: (inout VaultForm) -> Value) throws -> Value {
    var form = VaultForm(call: call)
    let value = body(&form)
    if !form.errors.isEmpty { throw VaultFailure.validation(form.errors) }
    if form.overflows { throw VaultFailure.crash }
    return value
  }

  private init(call: VaultCall) { self.call = call }

  private mutating func report(
    _ type: String, _ loc: [JSONValue], _ message: String, _ input: JSONValue, _ context: JSONValue? = nil
  ) {
    var error: JSONValue = [
      "type": .string(type), "loc": .array(loc), "msg": .string(message), "input": input,
      "url": .string("https://errors.pydantic.dev/2.14/v/\(type)"),
    ]
    error["ctx"] = context
    errors.append(error)
  }

  // MARK: Path and query

  mutating func path(_ name: String) -> Int {
    int(.string(call.parameters[name] ?? ""), at: ["path", .string(name)]) ?? 0
  }

  mutating func query(_ name: String) -> String {
    if let value = call.request.query[name] { return value }
    report("missing", ["query", .string(name)], "Field required", .null)
    return ""
  }

  mutating func queryInt(_ name: String) -> Int? {
    call.request.query[name].flatMap { int(.string($0), at: ["query", .string(name)]) }
  }

  mutating func queryInt(_ name: String, default standard: Int, from least: Int, to most: Int? = nil) -> Int {
    guard let text = call.request.query[name] else { return standard }
    let loc: [JSONValue] = ["query", .string(name)]
    guard let value = int(.string(text), at: loc) else { return standard }
    if value < least {
      report(
        "greater_than_equal", loc, "Input should be greater than or equal to \(least)", .string(text),
        ["ge": .count(least)])
    } else if let most, value > most {
      report(
        "less_than_equal", loc, "Input should be less than or equal to \(most)", .string(text), ["le": .count(most)])
    }
    return value
  }

  // MARK: Body

  /// The body has to be an object: checked when the first member is read.
  private mutating func checkBody() {
    if isBodyChecked { return }
    isBodyChecked = true
    switch call.body {
    case .missing: report("missing", ["body"], "Field required", .null)
    case .json(let value) where value.object != nil: members = value
    case .json(let value): reportNoObject(value, at: ["body"])
    case .other(let text): reportNoObject(.string(text), at: ["body"])
    }
  }

  /// The body has to be an object of any members.
  mutating func dictionary() -> JSONValue {
    switch call.body {
    case .missing: report("missing", ["body"], "Field required", .null)
    case .json(let value):
      if value.object != nil { return value }
      report("dict_type", ["body"], "Input should be a valid dictionary", value)
    case .other(let text): report("dict_type", ["body"], "Input should be a valid dictionary", .string(text))
    }
    return [:]
  }

  private mutating func reportNoObject(_ value: JSONValue, at loc: [JSONValue]) {
    report("model_attributes_type", loc, "Input should be a valid dictionary or object to extract fields from", value)
  }

  private func loc(_ name: String) -> [JSONValue] { place + [.string(name)] }

  /// The member, which must be present.
  private mutating func required(_ name: String) -> JSONValue? {
    checkBody()
    guard let members else { return nil }
    if let value = members[name] { return value }
    report("missing", loc(name), "Field required", members)
    return nil
  }

  /// The member, when it is present and not null.
  private mutating func optional(_ name: String) -> JSONValue? { present(name).flatMap { $0.isNull ? nil : $0 } }

  /// The member, when it is present.
  private mutating func present(_ name: String) -> JSONValue? {
    checkBody()
    return members?[name]
  }

  mutating func string(_ name: String) -> String { required(name).flatMap { string($0, at: loc(name)) } ?? "" }
  mutating func int(_ name: String) -> Int { required(name).flatMap { int($0, at: loc(name)) } ?? 0 }
  mutating func optionalString(_ name: String) -> String? { optional(name).flatMap { string($0, at: loc(name)) } }
  mutating func optionalInt(_ name: String) -> Int? { optional(name).flatMap { int($0, at: loc(name)) } }
  mutating func optionalBool(_ name: String) -> Bool? { optional(name).flatMap { bool($0, at: loc(name)) } }

  /// A member that may be left out, but may not be null.
  mutating func string(_ name: String, default standard: String) -> String {
    present(name).flatMap { string($0, at: loc(name)) } ?? standard
  }

  mutating func bool(_ name: String, default standard: Bool) -> Bool {
    present(name).flatMap { bool($0, at: loc(name)) } ?? standard
  }

  mutating func optionalArray(_ name: String) {
    guard let value = optional(name), value.array == nil else { return }
    report("list_type", loc(name), "Input should be a valid list", value)
  }

  /// An array of objects, each read by `element` with the members of that object.
  mutating func objects<Element>(_ name: String, _ element: (inout VaultForm) -> Element) -> [Element] {
    guard let value = required(name) else { return [] }
    guard let elements = value.array else {
      report("list_type", loc(name), "Input should be a valid list", value)
      return []
    }
    let outer = (members, place)
    defer { (members, place) = outer }
    var read: [Element] = []
    for (index, value) in elements.enumerated() {
      place = outer.1 + [.string(name), JSONValue.count(index)]
      guard value.object != nil else {
        reportNoObject(value, at: place)
        continue
      }
      members = value
      read.append(element(&self))
    }
    return read
  }

  // MARK: Kinds of values

  private mutating func string(_ value: JSONValue, at loc: [JSONValue]) -> String? {
    if let text = value.string { return text }
    report("string_type", loc, "Input should be a valid string", value)
    return nil
  }

  private mutating func int(_ value: JSONValue, at loc: [JSONValue]) -> Int? {
    switch value {
    case .integer(let number): return Int(number)
    case .bool(let flag): return flag ? 1 : 0
    case .number(let number):
      if let whole = Int(exactly: number) { return whole }
      if number == number.rounded() {
        overflows = true
        return 0
      }
      report("int_from_float", loc, "Input should be a valid integer, got a number with a fractional part", value)
    case .string(let text):
      if let digits = Self.wholeNumber(text) {
        if let number = Int(digits) { return number }
        overflows = true
        return 0
      }
      report("int_parsing", loc, "Input should be a valid integer, unable to parse string as an integer", value)
    case .null, .array, .object: report("int_type", loc, "Input should be a valid integer", value)
    }
    return nil
  }

  /// The digits of a whole number as the library reads it: blanks around, `_` between digits, a fraction of zeros.
  static func wholeNumber(_ text: String) -> String? {
    var digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let negative = digits.hasPrefix("-")
    if negative || digits.hasPrefix("+") { digits.removeFirst() }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.count < 2 || !parts[1].isEmpty && parts[1].allSatisfy({ $0 == "0" }) else {
      return nil
    }
    let groups = parts[0].split(separator: "_", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
    return (negative ? "-" : "") + groups.joined()
  }

  private mutating func bool(_ value: JSONValue, at loc: [JSONValue]) -> Bool? {
    switch value {
    case .bool(let flag): return flag
    case .integer(0), .number(0): return false
    case .integer(1), .number(1): return true
    case .string(let text):
      if ["1", "true", "t", "yes", "y", "on"].contains(text.lowercased()) { return true }
      if ["0", "false", "f", "no", "n", "off"].contains(text.lowercased()) { return false }
      fallthrough
    case .integer:
      report("bool_parsing", loc, "Input should be a valid boolean, unable to interpret input", value)
    case .number, .null, .array, .object: report("bool_type", loc, "Input should be a valid boolean", value)
    }
    return nil
  }
}
