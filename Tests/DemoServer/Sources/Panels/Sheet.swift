/// Collects the elements of one screen together with what each of them does.
@MainActor
public final class Sheet {
  public typealias Handler = @MainActor @Sendable (_ value: String) -> Void

  public private(set) var nodes: [Node] = []
  private(set) var handlers: [String: Handler] = [:]
  private let prefix: String

  /// - Parameter prefix: begins the id of every element, so that ids are unique on the page.
  public init(_ prefix: String) { self.prefix = prefix }

  public func heading(_ text: String) { add(.heading, text) }

  public func text(_ text: String?) {
    if let text, !text.isEmpty { add(.text, text) }
  }

  /// A sentence that the screen announces, such as an error.
  public func notice(_ text: String?) {
    if let text, !text.isEmpty { add(.notice, text) }
  }

  public func button(_ label: String, _ action: @escaping @MainActor @Sendable () -> Void) {
    handlers[add(.button, label, id: label)] = { _ in action() }
  }

  public func field(_ label: String, value: String, isSecret: Bool = false, _ action: @escaping Handler) {
    handlers[add(isSecret ? .secret : .field, label, id: label, value: value)] = action
  }

  /// - Parameter value: 0…1
  public func range(_ label: String, value: Double, _ action: @escaping @MainActor @Sendable (Double) -> Void) {
    handlers[add(.range, label, id: label, value: "\(value)")] = { text in
      if let value = Double(text), (0...1).contains(value) { action(value) }
    }
  }

  public func choice<Value: Equatable & Sendable>(
    _ label: String, _ values: [(value: Value, label: String)], selected: Value,
    _ action: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    let id = add(.choice, label, id: label, value: values.firstIndex { $0.value == selected }.map(String.init) ?? "")
    nodes[nodes.count - 1].options = values.enumerated().map { Node.Option(value: "\($0)", label: $1.label) }
    handlers[id] = { text in
      if let index = Int(text), values.indices.contains(index) { action(values[index].value) }
    }
  }

  /// - Parameter taps: the row's buttons, each with its label and what it does.
  public func row(
    _ id: String, _ title: String, _ detail: String = "", marks: [String?] = [],
    _ taps: [(label: String, action: @MainActor @Sendable () -> Void)] = []
  ) {
    add(.row, title, id: id)
    nodes[nodes.count - 1].detail = detail
    nodes[nodes.count - 1].marks = marks.compactMap(\.self)
    nodes[nodes.count - 1].taps = taps.map { tap in
      let tapID = "\(prefix)/\(id)/\(tap.label)"
      handlers[tapID] = { _ in tap.action() }
      return Node.Tap(id: tapID, label: tap.label, hint: "\(tap.label): \(title)")
    }
  }

  @discardableResult
  private func add(_ kind: Node.Kind, _ text: String, id: String? = nil, value: String = "") -> String {
    let id = "\(prefix)/\(id ?? "\(nodes.count)")"
    nodes.append(Node(kind: kind, id: id, text: text, value: value))
    return id
  }
}
