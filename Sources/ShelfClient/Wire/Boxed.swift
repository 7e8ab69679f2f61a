/// A value behind a pointer, so that a library item without a recent episode does not take the memory of one.
enum Boxed<Value: Codable & Hashable & Sendable>: Hashable, Sendable {
  indirect case value(Value)

  init(_ value: Value) { self = .value(value) }

  var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}

extension Boxed: Codable {
  init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
