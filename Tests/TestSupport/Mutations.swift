package import MediaCore

/// One way in which a member of an answer can be spoilt.
package enum Spoiling: CaseIterable {
  case missing, null, wrongType, huge, negative, empty

  /// The replacement; nil when the member is removed.
  package func value(insteadOf value: JSONValue) -> JSONValue? {
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
  package enum Step: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case member(String)
    case element(Int)

    package init(stringLiteral name: String) { self = .member(name) }
    package init(integerLiteral index: Int) { self = .element(index) }

    fileprivate var isMember: Bool { if case .member = self { true } else { false } }
  }

  /// The same value with only those list elements that bring a path the earlier ones do not have.
  package func thinned() -> JSONValue {
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

  /// The paths to everything below the value: members by their names, and elements.
  package func paths() -> [[Step]] {
    let parts: [(step: Step, value: JSONValue)]
    switch self {
    case .object(let members): parts = members.sorted { $0.key < $1.key }.map { (.member($0.key), $0.value) }
    case .array(let elements): parts = elements.enumerated().map { (.element($0.offset), $0.element) }
    default: parts = []
    }
    return parts.flatMap { part in [[part.step]] + part.value.paths().map { [part.step] + $0 } }
  }

  /// The path to every member of every object in the value.
  package func memberPaths() -> [[Step]] { paths().filter { $0.last?.isMember == true } }

  /// `results[].media.duration`, the same for every element of a list.
  package static func name(_ path: [Step]) -> String {
    path.reduce("") { text, step in
      switch step {
      case .element: text + "[]"
      case .member(let name): text.isEmpty ? name : "\(text).\(name)"
      }
    }
  }

  /// Only what lies on a path, and beside it what is needed to read it: single values, and of other objects theirs.
  /// Small documents make thousands of cases quick.
  package func narrowed(to path: [Step]) -> (value: JSONValue, path: [Step]) {
    guard let step = path.first else { return (self, []) }
    let rest = Array(path.dropFirst())
    switch (step, self) {
    case (.member(let name), .object(var members)):
      var way: [Step] = []
      for (other, value) in members {
        if other == name {
          let narrowed = value.narrowed(to: rest)
          members[other] = narrowed.value
          way = [step] + narrowed.path
        } else {
          members[other] = value.shallow
        }
      }
      return (.object(members), way)
    case (.element(let index), .array(let elements)) where elements.indices.contains(index):
      let narrowed = elements[index].narrowed(to: rest)
      return ([narrowed.value], [.element(0)] + narrowed.path)
    default: return (self, [])
    }
  }

  private var shallow: JSONValue {
    switch self {
    case .array: []
    case .object(let members): .object(members.filter { $0.value.object == nil && $0.value.array == nil })
    default: self
    }
  }

  package subscript(path: [Step]) -> JSONValue? {
    path.reduce(self) { value, step in
      switch step {
      case .member(let name): value?[name]
      case .element(let index): value?[index]
      }
    }
  }

  /// The value with another one at the end of an existing path; nil takes the member or the element away.
  package func replacing(_ path: [Step], with value: JSONValue?) -> JSONValue {
    guard let step = path.first else { return value ?? .null }
    let rest = Array(path.dropFirst())
    switch (step, self) {
    case (.member(let name), .object(var members)):
      members[name] = rest.isEmpty ? value : members[name]?.replacing(rest, with: value)
      return .object(members)
    case (.element(let index), .array(var elements)) where elements.indices.contains(index):
      if rest.isEmpty, value == nil {
        elements.remove(at: index)
      } else {
        elements[index] = elements[index].replacing(rest, with: value)
      }
      return .array(elements)
    default: return self
    }
  }
}
