/// The panels of one page, and what each of their elements does.
@MainActor
public final class PanelBoard {
  /// One panel to be drawn.
  public struct Part {
    let id: String
    let title: String
    let draw: (Sheet) -> Void

    public init(_ id: String, _ title: String, _ draw: @escaping (Sheet) -> Void) {
      self.id = id
      self.title = title
      self.draw = draw
    }
  }

  private var handlers: [String: Sheet.Handler] = [:]

  public init() {}

  /// Draws all panels of the page. Elements that were drawn before and are not drawn again do nothing any more.
  public func draw(_ parts: [Part]) -> [Panel] {
    handlers = [:]
    return parts.map { part in
      let sheet = Sheet(part.id)
      part.draw(sheet)
      handlers.merge(sheet.handlers) { _, new in new }
      return Panel(id: part.id, title: part.title, nodes: sheet.nodes)
    }
  }

  /// Does what an element of the page stands for.
  /// - Returns: false when the page is older than what it shows now: then nothing happens.
  public func use(_ id: String, value: String) -> Bool {
    guard let handler = handlers[id] else { return false }
    handler(value)
    return true
  }
}
