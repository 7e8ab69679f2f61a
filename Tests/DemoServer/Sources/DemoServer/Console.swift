import MediaCore
import Panels

/// The page at the control port: each service with its network and its data, the clock, and the requests.
@MainActor
final class Console {
  private let services: [ServedService]
  private let clock: DemoClock
  private let log: ExchangeLog
  private let board = PanelBoard()

  init(_ services: [ServedService], clock: DemoClock, log: ExchangeLog) {
    self.services = services
    self.clock = clock
    self.log = log
  }

  func panels() -> [Panel] {
    board.draw(
      services.map { service in PanelBoard.Part(service.name, service.name) { [self] in draw(service, on: $0) } } + [
        PanelBoard.Part("clock", "Clock of all servers") { [self] in drawClock(on: $0) },
        PanelBoard.Part("requests", "What was asked") { [log] in $0.requests(log) },
      ])
  }

  func use(_ id: String, value: String) -> Bool { board.use(id, value: value) }

  private func draw(_ service: ServedService, on sheet: Sheet) {
    let server = service.server
    sheet.row("address", server.address, service.accounts)
    if service.isSample { sheet.row("holds", "What it holds", holdings(of: server.fake)) }
    sheet.network(of: service.name, server.conditions) { condition, isOn in
      server.conditions[keyPath: condition] = isOn
    }
    sheet.button("Fresh world") { Task { try await service.refresh(with: [:]) } }
    sheet.button("Restart on the same data") { Task { await server.restart() } }
    if service.hasSignIn { sheet.button("End all sign-ins") { endSignIns(at: server.fake) } }
  }

  private func drawClock(on sheet: Sheet) {
    sheet.text("The clock says \(clockTime(clock.now())) UTC.")
    for (label, seconds) in [("An hour on: tokens run out", 3600.0), ("A day on", 86_400)] {
      sheet.button(label) { [clock] in clock.setAhead(by: seconds) }
    }
  }
}
