import MediaCore
import Panels
import ShelfClient
import ShelfTesting

/// The Audiobookshelf app of a device: sign-in, player, Latest, a library of books, downloads.
@MainActor
final class ShelfApp: DeviceApp {
  let title = "Audiobookshelf"
  let service: ShelfService
  let player: PlayerViewModel
  let latest: LatestViewModel
  let downloads: DownloadsViewModel
  private let settings: ShelfSettingsViewModel
  private let libraries: LibrariesViewModel
  private let signIn: ShelfSignInViewModel
  private var library: LibraryViewModel?
  private let changed: @MainActor @Sendable () -> Void

  var queue: MutationQueue { service.queue }
  var systemEvents: SystemEvents { service.systemEvents }

  init(_ service: ShelfService, changed: @escaping @MainActor @Sendable () -> Void) {
    self.service = service
    self.changed = changed
    player = PlayerViewModel(shelf: service, engine: SimulatedPlaybackEngine(clock: service.client.environment.clock))
    latest = LatestViewModel(shelf: service)
    downloads = DownloadsViewModel(shelf: service)
    settings = ShelfSettingsViewModel(shelf: service)
    libraries = LibrariesViewModel(shelf: service)
    signIn = ShelfSignInViewModel { _, _ in service }
    player.onChange = { _ in changed() }
    latest.onChange = { _ in changed() }
    downloads.onChange = { _ in changed() }
    settings.onChange = { _ in changed() }
    signIn.onChange = { [weak self] state in
      if state.step == .signedIn { self?.load() }
      changed()
    }
    libraries.onChange = { [weak self] _ in
      self?.openLibrary()
      changed()
    }
  }

  func load() {
    settings.load()
    latest.load()
    libraries.load()
    downloads.load()
    player.load()
    Task { [service] in service.live.start() }
  }

  func signInWithSample() async throws {
    _ = try await service.account.signIn(
      username: ShelfWorld.account.username, password: ShelfWorld.account.password)
    load()
  }

  /// The id of the library of books, once it is known.
  var bookLibrary: String? { library?.library }

  private func openLibrary() {
    guard library == nil, let id = libraries.state.rows.value?.first(where: { $0.kind == .bookLibrary })?.id else {
      return
    }
    let library = LibraryViewModel(shelf: service, library: id)
    library.onChange = { [changed] _ in changed() }
    library.load()
    self.library = library
  }

  // MARK: Screens

  func draw(on sheet: Sheet) {
    guard settings.state.isSignedIn else { return drawSignIn(on: sheet) }
    drawPlayer(on: sheet)
    drawLatest(on: sheet)
    drawLibrary(on: sheet)
    drawDownloads(on: sheet)
    sheet.heading("Account")
    sheet.text(settings.state.username)
    sheet.button("Sign out") { [settings] in settings.signOut(pending: .keep) }
  }

  private func drawSignIn(on sheet: Sheet) {
    sheet.heading("Sign in")
    sheet.notice(signIn.state.message ?? signIn.state.notice)
    switch signIn.state.step {
    case .chooseWay, .signingIn:
      let account = ShelfWorld.account
      sheet.text("\(account.username), with the password “\(account.password)”, can sign in.")
      sheet.field("Password", value: "", isSecret: true) { [signIn] password in
        signIn.signIn(username: account.username, password: password)
      }
    default:
      sheet.field("Server", value: signIn.address.isEmpty ? "https://server.test" : signIn.address) {
        [signIn] address in
        signIn.address = address
        signIn.findServer()
      }
    }
  }

  private func drawPlayer(on sheet: Sheet) {
    let state = player.state
    sheet.heading("Player")
    sheet.notice(state.error.map(player.text))
    guard state.id != nil else { return sheet.text("Open an episode or a book below.") }
    sheet.row(
      "playing", state.title, "\(state.positionText) of \(state.durationText), \(state.timeLeftText)",
      marks: [
        state.isPlaying ? "playing" : "paused", state.isLocal ? "from this device" : nil,
        state.hasUnsentProgress ? "place not sent yet" : nil,
      ],
      [
        ("Back", { [player] in player.skipBackward() }),
        (state.isPlaying ? "Pause" : "Play", { [player] in player.togglePlayback() }),
        ("Forward", { [player] in player.skipForward() }),
        ("Close", { [player] in player.close() }),
      ])
    sheet.range("Place", value: state.fraction) { [player] in player.seek(toFraction: $0) }
    sheet.choice(
      "Speed", [0.75, 1, 1.25, 1.5, 2].map { (PlaybackSpeed($0), "\($0)×") }, selected: state.speed
    ) { [player] in player.setSpeed($0) }
    if !state.chapters.isEmpty {
      sheet.choice(
        "Chapter", state.chapters.map { ($0.id, $0.title) }, selected: state.chapter?.id ?? -1
      ) { [player] id in
        if let chapter = player.state.chapters.first(where: { $0.id == id }) { player.seek(to: chapter) }
      }
    }
    let timers: [(SleepTimer.Mode?, String)] = [
      (nil, "off"), (.duration(300), "5 minutes"), (.duration(1800), "30 minutes"), (.endOfChapter, "end of chapter"),
    ]
    sheet.choice("Sleep timer", timers, selected: state.sleepTimer?.mode) { [player] mode in
      if let mode { player.setSleepTimer(mode) } else { player.cancelSleepTimer() }
    }
    if let left = state.sleepTimeLeft { sheet.text("Falls asleep in \(Int(left)) s.") }
  }

  private func drawLatest(on sheet: Sheet) {
    let state = latest.state
    sheet.heading("Latest")
    sheet.notice(state.notice ?? state.error.map(latest.text))
    sheet.text(state.emptyMessage)
    sheet.text(age(state.entries))
    for entry in state.entries.value ?? [] {
      sheet.row(
        "latest-\(entry.id)", entry.title, entry.author, marks: marks(entry.progress),
        [
          ("Open", { [player] in player.open(entry.id, autoPlay: false) }),
          ("Finished", { [latest] in latest.markFinished(entry.id) }),
          ("Download", { [downloads] in downloads.download(entry.id, title: entry.title) }),
          ("Remove", { [latest] in latest.remove(entry.id) }),
        ])
    }
    sheet.button("Refresh Latest") { [latest] in latest.refresh() }
  }

  private func drawLibrary(on sheet: Sheet) {
    guard let library else { return }
    sheet.heading("Library")
    sheet.notice(library.state.notice ?? library.state.error.map(library.text))
    sheet.text(age(library.state.rows))
    for row in library.state.rows.value ?? [] {
      sheet.row(
        "book-\(row.id)", row.title, row.subtitle, marks: marks(library.state.progress[row.id]),
        taps(row))
    }
  }

  private func taps(_ row: ShelfRow) -> [(label: String, action: @MainActor @Sendable () -> Void)] {
    guard let id = row.playable else { return [] }
    return [
      ("Open", { [player] in player.open(id, autoPlay: false) }),
      ("Download", { [downloads] in downloads.download(id, title: row.title) }),
    ]
  }

  private func drawDownloads(on sheet: Sheet) {
    let state = downloads.state
    sheet.heading("Downloads")
    sheet.notice(state.notice ?? state.error.map(downloads.text))
    sheet.text(state.emptyMessage)
    for download in state.downloads ?? [] {
      sheet.row(
        "download-\(download.id)", download.title, "\(download.receivedBytes) of \(download.totalBytes ?? 0) bytes",
        marks: [phase(download.phase)],
        [
          ("Pause", { [downloads] in downloads.pause(download.id) }),
          ("Resume", { [downloads] in downloads.resume(download.id) }),
          ("Delete", { [downloads] in downloads.remove(download.id) }),
        ])
    }
  }

  private func phase(_ phase: LocalDownload.Phase) -> String {
    switch phase {
    case .queued: "queued"
    case .running: "running"
    case .paused: "paused"
    case .waiting: "waits for the network"
    case .complete: "complete"
    case .failed(let error): downloads.text(error)
    }
  }

  private func marks(_ progress: KnownProgress?) -> [String?] {
    guard let progress else { return [] }
    return [
      progress.isFinished ? "finished" : "\(Int(progress.fraction * 100)) %",
      progress.isPending ? "not sent yet" : nil,
    ]
  }

  // MARK: What is kept

  func conflicts(on sheet: Sheet) {
    for conflict in settings.state.conflicts {
      sheet.row(
        "shelf-conflict-\(conflict.id)", conflict.text(timeZone: service.client.environment.timeZone()), title,
        [
          ("Undo", { [settings] in settings.undo(conflict) }),
          ("Dismiss", { [settings] in settings.dismiss(conflict) }),
        ])
    }
  }
}
