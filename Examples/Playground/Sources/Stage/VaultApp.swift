import MediaCore
import Panels
import VaultClient
import VaultTesting

/// The ViewVault app of a device: sign-in, library with search and marks, lists, the tip.
@MainActor
final class VaultApp: DeviceApp {
  let title = "ViewVault"
  let service: VaultService
  let library: VaultLibraryViewModel
  private let lists: ListsViewModel
  private let account: VaultAccountViewModel

  var queue: MutationQueue { service.queue }
  var systemEvents: SystemEvents { service.systemEvents }

  init(_ service: VaultService, changed: @escaping @MainActor @Sendable () -> Void) {
    self.service = service
    library = VaultLibraryViewModel(vault: service)
    lists = ListsViewModel(vault: service)
    account = VaultAccountViewModel(vault: service)
    library.onChange = { _ in changed() }
    lists.onChange = { _ in changed() }
    account.onChange = { _ in changed() }
  }

  func load() {
    account.load()
    library.load()
    lists.load()
  }

  func signInWithSample() async throws {
    _ = try await service.account.signIn(
      username: VaultWorld.account.username, password: VaultWorld.account.password)
    load()
  }

  // MARK: Screens

  func draw(on sheet: Sheet) {
    sheet.notice(account.state.notice ?? account.state.error.map(account.text))
    guard account.state.isAuthenticated else {
      let sample = VaultWorld.account
      sheet.heading("Sign in")
      sheet.text("\(sample.username), with the password “\(sample.password)”, can sign in.")
      sheet.field("Password", value: "", isSecret: true) { [weak self] password in
        self?.account.signIn(username: sample.username, password: password)
        self?.load()
      }
      return
    }
    drawTip(on: sheet)
    drawLibrary(on: sheet)
    drawLists(on: sheet)
    sheet.heading("Account")
    sheet.text(account.state.currentUser?.username)
    sheet.button("Sign out") { [account] in account.signOut(pending: .keep) }
  }

  private func drawTip(on sheet: Sheet) {
    guard let tip = library.state.tip else { return }
    sheet.row(
      "tip", tip.title, tip.message,
      WatchedTip.Action.allCases.map { action in
        (label: action == .gotIt ? tip.gotIt : tip.showMe, action: tapTip(action))
      })
  }

  private func tapTip(_ action: WatchedTip.Action) -> @MainActor @Sendable () -> Void {
    { [library] in library.tapTip(action) }
  }

  private func drawLibrary(on sheet: Sheet) {
    let state = library.state
    sheet.heading("Library")
    sheet.notice(state.notice ?? state.error.map(library.text))
    sheet.text(state.staleness?.text())
    sheet.text(age(state.library))
    sheet.field("Search", value: library.query) { [library] in library.query = $0 }
    sheet.choice(
      "Show", [(false, "all"), (true, "unwatched only")], selected: state.filters.unwatched
    ) { [library] in library.set(.unwatched, $0) }
    if let entry = state.confirmation { drawConfirmation(of: entry, on: sheet) }
    for entry in state.entries {
      sheet.row(
        "title-\(entry.reference)", entry.title, entry.remark() ?? "",
        marks: [mark(entry.watched), entry.isNew ? "new" : nil, state.progress[entry.reference].map(progress)],
        [
          ("Watched or not", { [library] in library.toggleWatched(entry) }),
          ("Open", { [library] in library.open(entry) }),
        ])
    }
    sheet.button("Refresh library") { [library] in library.refresh() }
  }

  private func drawConfirmation(of entry: LibraryEntry, on sheet: Sheet) {
    sheet.row(
      "confirmation", entry.confirmationTitle(), entry.confirmationText(watched: true),
      [
        ("All watched", { [library] in library.confirm(watched: true) }),
        ("None watched", { [library] in library.confirm(watched: false) }),
        ("Cancel", { [library] in library.cancelConfirmation() }),
      ])
  }

  private func drawLists(on sheet: Sheet) {
    let state = lists.state
    sheet.heading("Lists")
    sheet.notice(state.notice ?? state.error.map(lists.text))
    for list in state.lists.value ?? [] {
      sheet.row(
        "list-\(list.id)", list.name, list.description ?? "", marks: [list.itemCount.map { "\($0) titles" }],
        [("Open", { [lists] in lists.open(list.id) })])
    }
    if state.opened != nil {
      sheet.text("In the list:")
      for entry in state.contents.value?.entries ?? [] {
        sheet.row("listed-\(entry.reference)", entry.title, marks: [mark(entry.watched)])
      }
    }
    sheet.field("New list", value: "") { [lists] name in lists.create(ListDraft(name: name)) }
  }

  private func progress(_ progress: MarkProgress) -> String { "\(progress.done) of \(progress.total)" }

  private func mark(_ watched: WatchedState) -> String {
    switch watched {
    case .all: "watched"
    case .partly: "partly watched"
    case .unwatched: "not watched"
    }
  }

  // MARK: What is kept

  /// Marks the first film of the library, the other way round.
  func toggleFirstFilm() {
    if let entry = library.state.entries.first(where: { $0.reference.kind == .movie }) { library.toggleWatched(entry) }
  }

  var openConflicts: [VaultConflict] { account.state.conflicts }

  func undo(_ conflict: VaultConflict) { account.undo(conflict) }

  func conflicts(on sheet: Sheet) {
    for conflict in account.state.conflicts {
      sheet.row(
        "vault-conflict-\(conflict.id)", conflict.text(), title,
        [
          ("Undo", { [account] in account.undo(conflict) }),
          ("Dismiss", { [account] in account.dismiss(conflict) }),
        ])
    }
  }
}
