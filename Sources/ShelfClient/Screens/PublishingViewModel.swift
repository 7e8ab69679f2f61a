public import Foundation
public import MediaCore

/// The screen of the public link and the RSS feed of a book or podcast, for administrators. The screen needs the server; nothing is stored
/// on this device.
@MainActor
public final class PublishingViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The book or podcast of this screen.
    public var item: LoadState<ShelfItem> = .idle
    /// The share of the item, which makes it available at a public link; nil if the item is not shared.
    public var share: ItemShare?
    /// The public link. It begins with the server address that this device uses. Nil if the item is not shared.
    public var shareLink: URL?
    /// The open RSS feed of the item; nil if no feed is open.
    public var feed: RSSFeedInfo?
    /// Whether the account may share items and open feeds; false until the server has responded.
    public var mayPublish = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  public let id: String
  private let shelf: ShelfService
  private let screen: StoreScreen<State>

  /// Creates the screen of a book or podcast.
  /// - Parameter id: the id of the book's or podcast's library item.
  public init(shelf: ShelfService, item id: String) {
    self.id = id
    self.shelf = shelf
    let texts = shelf.client.environment.texts
    screen = StoreScreen(State(), accounts: shelf.client.accounts) { error in
      // A conflict here means that the link is taken or the book is already shared: show the server's reason.
      guard error.kind == .conflict, let reason = error.serverMessage else { return error.text(texts) }
      return texts("shelf.publishing.taken", english: "The server refused this: %@", reason)
    }
    screen.attach(self) { model in
      if model.state.item.value == nil { model.screen.state.item = model.screen.loadState(nil, asOf: nil) }
    } fetch: { (model) async throws(ClientError) in
      try await model.read()
    } reset: { model in
      model.screen.state = State()
    }
  }

  /// Shares the book by a public link. Podcasts cannot be shared.
  /// - Parameters:
  ///   - slug: the last path component of the link.
  ///   - end: the date at which the share ends. If nil, the share never ends.
  public func share(as slug: String, until end: Date? = nil, isDownloadable: Bool = false) {
    act { (model) async throws(ClientError) in
      guard let book = model.state.item.value?.media.book?.id else {
        throw ClientError(.unsupported, operation: .shelfPublishingShare)
      }
      let share = try await model.shelf.publishing.share(
        book: book, as: slug, until: end, isDownloadable: isDownloadable)
      return await model.shown(share)
    }
  }

  /// Ends the share. The public link stops working.
  public func endShare() {
    act { (model) async throws(ClientError) in
      guard let share = model.state.share else { return { _ in } }
      try await model.shelf.publishing.endShare(share.id)
      return await model.shown(nil)
    }
  }

  /// Opens an RSS feed of the item, which anybody with the feed's address can read.
  /// - Parameter slug: the last path component of the feed's address.
  public func openFeed(as slug: String) {
    act { (model) async throws(ClientError) in
      let feed = try await model.shelf.publishing.openFeed(of: .item(model.id), as: slug)
      return { $0.feed = feed }
    }
  }

  /// Closes the RSS feed of the item.
  public func closeFeed() {
    act { (model) async throws(ClientError) in
      guard let feed = model.state.feed else { return { _ in } }
      try await model.shelf.publishing.closeFeed(feed.id)
      return { $0.feed = nil }
    }
  }

  /// Sends a change, and shows its outcome unless another account has signed in meanwhile.
  private func act(
    _ body: @escaping @MainActor (PublishingViewModel) async throws(ClientError) -> (inout State) -> Void
  ) {
    let era = screen.era
    screen.act { [weak self] () async throws(ClientError) in
      guard let self else { return [] }
      let outcome = try await body(self)
      screen.update(since: era, outcome)
      return []
    }
  }

  private func read() async throws(ClientError) {
    let account = try await shelf.account.me()
    let item = try await shelf.publishing.published(id)
    guard !Task.isCancelled else { return }
    screen.state.item = .loaded(item, asOf: shelf.client.serverNow())
    screen.state.mayPublish = account.type == .root || account.type == .admin
    screen.state.feed = item.rssFeed
    let show = await shown(item.mediaItemShare.flatMap(ItemShare.init))
    if !Task.isCancelled { show(&screen.state) }
  }

  private func shown(_ share: ItemShare?) async -> (inout State) -> Void {
    let base = try? await shelf.client.locator.base()
    let link = share.flatMap { share in base?.appendingPathComponent("share/\(share.slug)") }
    return { ($0.share, $0.shareLink) = (share, link) }
  }
}

extension ItemShare {
  /// The share in an item's answer; nil for a value without an id.
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.string else { return nil }
    self.init(id: id)
    slug = value["slug"]?.string ?? ""
    mediaItemId = value["mediaItemId"]?.string
    expiresAt = value["expiresAt"]?.string.flatMap { WireDate.parse($0) }
    isDownloadable = value["isDownloadable"]?.bool
  }
}
