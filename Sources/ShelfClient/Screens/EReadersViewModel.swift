import Foundation
public import MediaCore

/// The screen of the account's e-readers. It sends a book's ebook to an e-reader, and adds and removes e-readers that belong to this
/// account alone. The screen needs the server; nothing is stored on this device.
@MainActor
public final class EReadersViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The e-readers that the account may use, in the server's order.
    public var devices: LoadState<[EReaderDevice]> = .idle
    /// The names of the e-readers that belong to this account alone. The account may remove only these.
    public var own: Set<String> = []
    /// Whether the account may add e-readers.
    public var mayAdd = false
    /// The name of the e-reader that an ebook is being sent to; nil while no ebook is being sent.
    public var sendingTo: String?
    /// The name of the e-reader that the last ebook was sent to; nil if no ebook was sent or the last attempt failed.
    public var sentTo: String?
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let screen: StoreScreen<State>

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService) {
    self.shelf = shelf
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self) { model in
      if model.state.devices.value == nil { model.screen.state.devices = model.screen.loadState(nil, asOf: nil) }
    } fetch: { (model) async throws(ClientError) in
      try await model.read()
    } reset: { model in
      model.screen.activities.cancel("send")
      model.screen.state = State()
    }
  }

  /// Asks the server to send a book's ebook to an e-reader by e-mail. Does nothing while another ebook is being sent.
  /// - Parameters:
  ///   - item: the id of the book's library item.
  ///   - device: the name of the e-reader, ``EReaderDevice/name``.
  public func send(_ item: String, to device: String) {
    // Ignore a second tap: it would send a second mail.
    guard state.sendingTo == nil else { return }
    screen.state.sendingTo = device
    screen.state.sentTo = nil
    screen.activities.start("send") { [weak self, shelf] in
      var problem: ClientError?
      do throws(ClientError) { try await shelf.readers.sendEbook(of: item, to: device) } catch { problem = error }
      guard let self, !Task.isCancelled else { return }
      screen.state.sendingTo = nil
      screen.state.sentTo = problem == nil ? device : nil
      if let problem { screen.notice(problem) }
    }
  }

  /// Adds an e-reader for this account alone. If the account already has an e-reader of its own with this name, that e-reader gets the new
  /// e-mail address.
  public func add(_ name: String, email: String) {
    var device = EReaderDevice(name: name)
    device.email = email
    changeOwn { [device] in $0.filter { $0.name != name } + [device] }
  }

  /// Removes the e-reader with this name. Does nothing if the e-reader does not belong to this account alone.
  public func remove(_ name: String) { changeOwn { $0.filter { $0.name != name } } }

  private func changeOwn(_ change: @escaping @Sendable ([EReaderDevice]) -> [EReaderDevice]) {
    let era = screen.era
    screen.act { [weak self] () async throws(ClientError) in
      try await self?.setOwn(change, in: era)
      return []
    }
  }

  private func setOwn(_ change: ([EReaderDevice]) -> [EReaderDevice], in era: Int) async throws(ClientError) {
    // Read the list first: the call replaces all of it, and devices that were added elsewhere would be lost.
    let login = try await shelf.client.accounts.ofOneAccount(.shelfReadersSetOwn) { () async throws(ClientError) in
      try await shelf.account.authorize()
    }
    // If another account has signed in since the tap, send nothing: the server would replace that account's own e-readers.
    guard era == screen.era else { return }
    show(login)
    let own = (state.devices.value ?? []).filter { state.own.contains($0.name) }
    let devices = try await shelf.readers.setOwnDevices(change(own), of: login.user.id)
    if era == screen.era { show(devices, of: login.user.id) }
  }

  private func read() async throws(ClientError) {
    let login = try await shelf.account.authorize()
    if !Task.isCancelled { show(login) }
  }

  private func show(_ login: Login) {
    screen.state.mayAdd = login.user.permissions.createEreader
    show(login.ereaderDevices, of: login.user.id)
  }

  private func show(_ devices: [EReaderDevice], of user: String) {
    var state = screen.state
    state.devices = .loaded(devices, asOf: shelf.client.serverNow())
    state.own = Set(devices.filter { $0.users == [user] && $0.availabilityOption == "specificUsers" }.map(\.name))
    screen.state = state
  }
}
