import MediaCore

/// One way in which a member of an answer can be spoilt.
enum Spoiling: CaseIterable {
  case missing, null, wrongType, huge, negative, empty

  /// What stands there instead; nil when the member is gone.
  func value(insteadOf value: JSONValue) -> JSONValue? {
    switch self {
    case .missing: return nil
    case .null: return .null
    case .huge: return 1e300
    case .negative: return -1_000_000_007
    case .wrongType:
      return switch value {
      case .object, .array: "text"
      case .string: [["unexpected": true]]
      case .bool: "yes"
      case .integer, .number: "seven"
      case .null: [["unexpected": true]]
      }
    case .empty:
      return switch value {
      case .object: [:]
      case .array: []
      default: ""
      }
    }
  }
}

extension JSONValue {
  /// A step from a value into one of its parts.
  enum Step: Hashable {
    case member(String)
    case element(Int)
  }

  /// The same value with only those list elements that bring a path the earlier ones do not have.
  func thinned() -> JSONValue {
    switch self {
    case .object(let members): return .object(members.mapValues { $0.thinned() })
    case .array(let elements):
      var seen: Set<String> = []
      var kept: [JSONValue] = []
      for element in elements {
        let paths = element.memberPaths().map { Self.name($0) }
        if kept.isEmpty || !seen.isSuperset(of: paths) { kept.append(element.thinned()) }
        seen.formUnion(paths)
      }
      return .array(kept)
    default: return self
    }
  }

  /// The way to every member of every object in it.
  func memberPaths() -> [[Step]] {
    switch self {
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { name, value in
        [[.member(name)]] + value.memberPaths().map { [.member(name)] + $0 }
      }
    case .array(let elements):
      elements.enumerated().flatMap { index, value in value.memberPaths().map { [.element(index)] + $0 } }
    default: []
    }
  }

  /// `results[].media.duration`, the same for every element of a list.
  static func name(_ path: [Step]) -> String {
    path.reduce("") { text, step in
      switch step {
      case .element: text + "[]"
      case .member(let name): text.isEmpty ? name : "\(text).\(name)"
      }
    }
  }

  subscript(path: ArraySlice<Step>) -> JSONValue? {
    guard let step = path.first else { return self }
    switch step {
    case .member(let name): return self[name]?[path.dropFirst()]
    case .element(let index): return self[index]?[path.dropFirst()]
    }
  }

  func replacing(_ path: ArraySlice<Step>, with value: JSONValue?) -> JSONValue {
    guard let step = path.first else { return self }
    let rest = path.dropFirst()
    switch (step, self) {
    case (.member(let name), .object(var members)):
      members[name] = rest.isEmpty ? value : members[name]?.replacing(rest, with: value)
      return .object(members)
    case (.element(let index), .array(var elements)) where elements.indices.contains(index):
      elements[index] = elements[index].replacing(rest, with: value)
      return .array(elements)
    default: return self
    }
  }
}
