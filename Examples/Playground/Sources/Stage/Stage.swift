import Foundation
import MediaCore
import MediaTesting
public import Panels

/// Two devices, four servers and one clock: everything that the page shows.
@MainActor
public final class Stage {
  let servers = Servers()
  public private(set) var devices: [Device] = []
  private let board = PanelBoard()
  private var isDirty = false
  /// Called after a change, at most once until the panels are drawn again.
  public var onChange: (@MainActor () -> Void)?
  public private(set) var story: StoryRun?
  /// Whether time passes by itself. A story moves it step by step.
  var isTimePassing = true

  public init() {
    let changed: @MainActor @Sendable () -> Void = { [weak self] in self?.change() }
    devices = [
      Device("phone", servers: servers, seed: 1, changed: changed),
      Device("tablet", servers: servers, seed: 100, changed: changed),
    ]
  }

  /// Signs the sample's accounts in on both devices.
  public func open() async throws {
    for device in devices { try await device.signIn() }
    await pass(.seconds(1))
  }

  var phone: Device { devices[0] }
  var tablet: Device { devices[1] }

  private func change() {
    guard !isDirty else { return }
    isDirty = true
    onChange?()
  }

  // MARK: Time

  /// Lets the devices' and servers' time pass, and all that is due in it happen.
  func pass(_ duration: Duration) async {
    await servers.clock.advance(by: duration)
    change()
  }

  /// Lets a quarter of a second pass, unless a story moves the time.
  public func tick() async {
    if isTimePassing { await pass(.milliseconds(250)) }
  }

  // MARK: Drawing

  /// Everything on the page, in order: each device's four apps and what it keeps, then the switches, the servers and the stories.
  public func panels() -> [Panel] {
    isDirty = false
    return board.draw(
      devices.flatMap(parts) + [
        PanelBoard.Part("switches", "Between devices and servers") { [self] in drawSwitches(on: $0) },
        PanelBoard.Part("server", "At the servers") { [self] in drawServers(on: $0) },
        PanelBoard.Part("stories", "Stories") { [self] in drawStories(on: $0) },
      ])
  }

  private func parts(of device: Device) -> [PanelBoard.Part] {
    device.apps.map { app in PanelBoard.Part("\(device.name)/\(app.title)", app.title) { app.draw(on: $0) } }
      + [PanelBoard.Part("\(device.name)/kept", "On this device") { [self] in drawKept(of: device, on: $0) }]
  }

  /// Does what an element of the page stands for.
  /// - Returns: false when the page is older than what it shows now: then nothing happens.
  @discardableResult
  public func use(_ id: String, value: String = "") -> Bool {
    guard board.use(id, value: value) else { return false }
    change()
    return true
  }

  private func drawKept(of device: Device, on sheet: Sheet) {
    device.kept.draw(on: sheet)
    sheet.heading("Conflicts")
    let before = sheet.nodes.count
    for app in device.apps { app.conflicts(on: sheet) }
    if sheet.nodes.count == before { sheet.text("None.") }
  }

  private func drawSwitches(on sheet: Sheet) {
    sheet.text("The clock says \(clockTime(servers.clock.now())).")
    sheet.button("An hour on: tokens run out") { [self] in Task { await pass(.seconds(3600)) } }
    sheet.button("A day on") { [self] in Task { await pass(.seconds(86_400)) } }
    sheet.button("End all sign-ins") { [servers] in
      for (_, server) in servers.all { endSignIns(at: server) }
    }
    for device in devices { drawSwitches(of: device, on: sheet) }
  }

  private func drawSwitches(of device: Device, on sheet: Sheet) {
    let name = device.name
    sheet.heading(name.capitalized)
    sheet.network(of: name, device.conditions) { condition, isOn in device.conditions[keyPath: condition] = isOn }
    sheet.choice("\(name): disk full", [(false, "no"), (true, "yes")], selected: device.isDiskFull) {
      device.isDiskFull = $0
    }
    sheet.button("Kill and relaunch the \(name)") { device.killAndRelaunch() }
    sheet.button("Bring the \(name) to the front") { Task { await device.becomeActive() } }
    sheet.button("The \(name) edits the same film") { device.vault.toggleFirstFilm() }
  }

  private func drawServers(on sheet: Sheet) {
    sheet.heading("What they hold")
    for (name, server) in servers.all { sheet.row("holds-\(name)", name, holdings(of: server)) }
    sheet.requests(servers.log)
  }

  private func drawStories(on sheet: Sheet) {
    for story in Story.all {
      sheet.row(story.name, story.title, story.summary, [("Play", { [self] in play(story) })])
    }
    guard let story else { return }
    sheet.heading(story.story.title)
    for (number, line) in story.lines.enumerated() {
      sheet.row("step-\(number)", line.text, marks: [line.isTrue ? "seen" : "not seen"])
    }
    sheet.text(
      story.isOver ? (story.isTrue ? "The end: all of it was seen." : "The end: something was not seen.") : "…")
  }

  // MARK: Stories

  /// Called between two steps of a story, to leave the reader time; does nothing by default.
  public var pause: (@MainActor () async -> Void)?

  func betweenSteps() async { await pause?() }

  /// Plays a story; does nothing while another one plays.
  public func play(_ story: Story) {
    guard self.story?.isOver != false else { return }
    Task { await run(story) }
  }

  /// Plays a story to its end.
  @discardableResult
  public func run(_ story: Story) async -> StoryRun {
    let run = StoryRun(story, on: self) { [weak self] in self?.change() }
    self.story = run
    isTimePassing = false
    await run.play()
    isTimePassing = true
    change()
    return run
  }
}
