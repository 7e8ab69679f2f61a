import MediaCore
import Panels

/// The changes that a device has recorded, with what became of each.
@MainActor
final class KeptChanges {
  struct Line: Equatable {
    var id: String
    var app: String
    var what: String
    var stage: String
    var isOpen: Bool
  }

  private(set) var lines: [Line] = []
  /// Whether a change is not at its end yet.
  var hasOpen: Bool { lines.contains(where: \.isOpen) }
  private let changed: @MainActor @Sendable () -> Void
  private var tokens: [ObservationToken] = []

  init(changed: @escaping @MainActor @Sendable () -> Void) { self.changed = changed }

  func follow(_ apps: [any DeviceApp]) {
    let queues = apps.map { (title: $0.title, queue: $0.queue) }
    for (_, queue) in queues {
      tokens.append(queue.observe { [weak self] in Task { await self?.read(queues) } })
    }
    Task { await read(queues) }
  }

  func read(_ queues: [(title: String, queue: MutationQueue)]) async {
    var lines: [Line] = []
    for (title, queue) in queues {
      // A disk that cannot be read shows no changes here; the screens name the error.
      let records = (try? await queue.all()) ?? []
      lines += records.suffix(6).map { record in
        Line(
          id: record.id, app: title, what: "\(record.kind) \(record.target)", stage: Self.stage(record.state),
          isOpen: record.isOpen)
      }
    }
    guard lines != self.lines else { return }
    self.lines = lines
    changed()
  }

  /// The words of the page for the stages of a change.
  static func stage(_ state: MutationRecord.State) -> String {
    switch state {
    case .pending: "accepted"
    case .sending: "sent"
    case .synced: "read back"
    case .superseded(let reason): "overtaken: \(reason)"
    case .refused(let reason): "refused: \(reason)"
    }
  }

  func draw(on sheet: Sheet) {
    sheet.heading("Changes kept here")
    if lines.isEmpty { sheet.text("None.") }
    for line in lines { sheet.row("change-\(line.id)", line.what, line.app, marks: [line.stage]) }
  }
}
