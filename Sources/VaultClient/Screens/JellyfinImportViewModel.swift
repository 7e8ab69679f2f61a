public import MediaCore

/// The screen that imports a library of the Jellyfin server with which the ViewVault server is set up. The user chooses the library and the
/// lists, sees how much there is to import, and starts the import.
///
/// ```swift
/// let model = JellyfinImportViewModel(vault: vault)
/// model.load()                              // state.libraries, state.lists
/// model.choose(library)                     // then state.scan
/// model.startImport()                       // then state.result: imported, updated, skipped, and the skipped titles
/// ```
@MainActor
public final class JellyfinImportViewModel: ViewModel {
  /// The step of the import that the screen shows.
  public enum Step: Sendable, Hashable {
    /// The user chooses a library.
    case chooseLibrary
    /// A library is chosen. ``State/scan`` contains the numbers of titles that the import would process.
    case ready
    /// The server is importing, which can take an hour.
    case importing
    /// The import has ended. ``State/result`` contains its result.
    case finished
  }

  /// The screen's state.
  public struct State: ScreenState {
    /// The step of the import that the screen shows.
    public var step = Step.chooseLibrary
    /// The libraries from which the user can choose. A server without Jellyfin returns one placeholder library that does not exist.
    public var libraries: LoadState<[JellyfinLibrary]> = .idle
    /// The chosen library.
    public var library: JellyfinLibrary?
    /// The lists to which the import can add films: the personal list and the user's own lists.
    public var lists: [VaultList] = []
    /// The lists into which the titles are imported, as the user has chosen them. There is always at least one.
    public var selectedLists: [ListID] = [.personal]
    /// The numbers of titles that the import of the chosen library would process; nil until the scan of the library has ended.
    public var scan: LibraryScan?
    /// Whether the scan of the chosen library is running.
    public var isScanning = false
    /// The result of the import; nil until the import has ended.
    public var result: LibraryImportResult?
    /// Whether the response to the import was lost. The server may then still be importing. When the import has ended, ``lastImport`` shows
    /// the time of its end.
    public var isUncertain = false
    /// The most recent import of the chosen library, from the server's history of imports.
    public var lastImport: LibraryImport?
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false

    /// The result as text, such as "2 imported, 1 updated, 3 skipped"; nil if there is no result. Text key: `vault.jellyfin.summary`.
    public func summary(_ texts: Texts = .english) -> String? {
      result.map {
        texts(
          "vault.jellyfin.summary", english: "%@ imported, %@ updated, %@ skipped", String($0.imported),
          String($0.updated), String($0.skipped))
      }
    }
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let screen: StoreScreen<State>
  private let vault: VaultService
  /// The server's last answer, with its date.
  private var libraries: Dated<[JellyfinLibrary]>?

  /// Creates the view model. It makes no request before `load()` is called.
  public init(vault: VaultService) {
    self.vault = vault
    screen = StoreScreen(State(), vault)
    screen.attach(self, observing: [vault.store.observe]) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      let libraries = try await vault.imports.libraries().libraries
      if !Task.isCancelled { model.libraries = Dated(libraries, asOf: vault.client.environment.clock.now()) }
      // Ignore a failure: without the lists, an import still goes into the library.
      _ = try? await vault.store.refreshLists()
    } reset: { model in
      for kind in ["scan", "import"] { model.screen.activities.cancel(kind) }
      model.libraries = nil
      model.screen.state = State()
    }
  }

  private func render() async {
    let lists = await vault.store.view()?.value.lists?.value ?? []
    // An import needs the server's number of a custom list. A list just made on this device has a negative number: leave it out.
    screen.state.lists = lists.filter { $0.id == .personal || $0.type == .custom && ($0.id.number ?? 0) > 0 }
    screen.state.libraries = screen.loadState(libraries?.value ?? state.libraries.value, asOf: libraries?.asOf)
  }

  // MARK: Choosing

  /// Chooses a library, and requests the numbers of titles that its import would process. Does nothing during an import.
  public func choose(_ library: JellyfinLibrary) {
    guard state.step != .importing else { return }
    var state = screen.state
    (state.step, state.library, state.scan, state.isScanning) = (.ready, library, nil, true)
    (state.result, state.lastImport, state.isUncertain, state.notice) = (nil, nil, false, nil)
    screen.state = state
    screen.activities.start("scan") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let scan = try await vault.imports.scan(library.name)
        if !Task.isCancelled { screen.state.scan = scan }
      } catch {
        // The import works without a scan, so only show a notice.
        if !Task.isCancelled { screen.notice(error) }
      }
      if !Task.isCancelled { screen.state.isScanning = false }
    }
  }

  /// Chooses the lists to which the films are added. An empty array chooses the personal list.
  public func select(_ lists: [ListID]) { screen.state.selectedLists = lists.isEmpty ? [.personal] : lists }

  /// Returns to the choice of a library. Does nothing during an import.
  public func back() {
    guard state.step != .importing else { return }
    screen.activities.cancel("scan")
    var state = screen.state
    (state.step, state.library, state.scan, state.isScanning) = (.chooseLibrary, nil, nil, false)
    (state.result, state.lastImport, state.isUncertain, state.notice) = (nil, nil, false, nil)
    screen.state = state
  }

  // MARK: Importing

  /// Imports the chosen library into the chosen lists. The server answers only after the import has ended.
  public func startImport() {
    guard let library = state.library, state.step == .ready else { return }
    let lists = state.selectedLists
    screen.activities.cancel("scan")
    var state = screen.state
    (state.step, state.isScanning, state.notice) = (.importing, false, nil)
    screen.state = state
    screen.activities.start("import") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let result = try await vault.imports.library(library.name, into: lists)
        guard !Task.isCancelled else { return }
        screen.state.result = result
        screen.state.step = .finished
      } catch {
        guard !Task.isCancelled else { return }
        // If the error has the server's message, the server has refused the import, and no answer was lost.
        let isLost = error.canHaveArrived && error.serverMessage == nil
        screen.state.step = .ready
        screen.state.isUncertain = isLost
        screen.notice(error, isLost ? uncertainty : nil)
      }
      await showOutcome(of: library)
    }
  }

  private var uncertainty: String {
    vault.client.environment.texts(
      "vault.jellyfin.uncertain",
      english: "The answer was lost: the server may still be importing. Look at the last import before trying again.")
  }

  /// Shows the library's last import and refreshes the cached library, also after a lost answer.
  private func showOutcome(of library: JellyfinLibrary) async {
    let history = try? await vault.imports.history()
    guard !Task.isCancelled else { return }
    screen.state.lastImport = history?.first { $0.libraryName == library.name }
    // Ignore a failed refresh: the next screen that shows the library refreshes it.
    _ = try? await vault.store.refreshLibrary()
  }
}
