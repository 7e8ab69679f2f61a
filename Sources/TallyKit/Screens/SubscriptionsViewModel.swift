public import Foundation
public import MediaCore

/// The screen of the user's subscriptions, with prices, renewals, and hints at possible savings.
///
/// Costs are rounded half away from zero to cents, as on the server.
///
/// ```swift
/// let subscriptions = SubscriptionsViewModel(tally: tally)
/// subscriptions.onChange = { state in render((state.items, state.monthlyTotal)) }
/// subscriptions.load()
/// ```
@MainActor
public final class SubscriptionsViewModel: ViewModel {
  /// The state of the screen.
  public struct State: ScreenState, AnnouncingState {
    /// The subscriptions, with this device's changes.
    public var items: LoadState<[SubscriptionStore.Item]> = .idle
    /// The streaming services to which the user can subscribe.
    public var services: [StreamingService] = []
    /// The country of the prices, as two capital letters.
    public var country: String
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
    /// The server's estimates of possible savings; nil until ``SubscriptionsViewModel/loadAdvice()`` has read them.
    public var advice: CancelAdvice?
    /// The subscription that was removed last on this screen, which ``SubscriptionsViewModel/undoRemoval()`` restores. Nil ten seconds after
    /// the removal.
    public var undoable: SubscriptionRemoval?
    /// The latest text that the screen reader speaks. Each text is spoken once.
    public var announcement: Announcement?

    package init(country: String) { self.country = country }

    /// The sum of the monthly costs of all active subscriptions.
    public var monthlyTotal: Decimal {
      (items.value ?? []).filter { $0.subscription.isActive == true }.map(\.subscription.monthlyCost).reduce(0, +)
    }
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let tally: TallyService
  private let screen: StoreScreen<State>
  private var countryToken: ObservationToken?

  /// Creates the model. Nothing is requested before `load()`.
  public init(tally: TallyService) {
    self.tally = tally
    screen = StoreScreen(State(country: tally.country.current), accounts: tally.client.accounts) {
      ErrorText.shows($0, tally.texts)
    }
    screen.onWaiting = { [weak self] in self?.announceWaiting() }
    screen.attach(self, observing: [tally.subscriptionStore.observe], longestAge: .seconds(3600)) { model in
      // If the files cannot be read, keep the shown items; the fetch reports the error.
      let view = try? await model.tally.subscriptionStore.view()
      model.screen.state.items =
        view.map { view in
          let items = view.items.map { model.screen.steady($0, over: model.state.items.value) }
          return model.screen.loadState(items, asOf: view.refreshedAt)
        }
        ?? model.screen.loadState(keeping: model.state.items)
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      model.screen.activities.cancel("advice")
      (model.screen.state.advice, model.screen.state.items) = (nil, .idle)
      model.screen.takeUndo(\.undoable)
    }
    countryToken = tally.country.observe { [weak self] code in Task { @MainActor in self?.applyCountry(code) } }
  }

  private func fetch() async throws(ClientError) {
    let country = state.country
    try await tally.subscriptionStore.refresh(country: country)
    let services = try await tally.services.all(country: country).services
    if !Task.isCancelled, country == state.country { screen.state.services = services }
  }

  /// Requests advice from the server about which subscriptions could be cancelled, and puts it into ``State/advice``.
  public func loadAdvice() {
    screen.activities.start("advice") { [weak self, tally] in
      guard let advice = try? await tally.recommendations.cancel(), !Task.isCancelled else { return }
      self?.screen.state.advice = advice
    }
  }

  private func applyCountry(_ code: String) {
    guard code != state.country else { return }
    screen.state.country = code
    if state.items != .idle { load() }
  }

  /// Returns the text about a subscription's renewal, such as `Renews in 12 days`.
  public func renewalText(_ subscription: StreamingSubscription) -> String {
    Renewal.text(of: subscription, today: tally.today, texts: tally.texts)
  }

  /// Announces that a change waits, since users of a screen reader do not see the mark beside the row.
  private func announceWaiting() {
    screen.announce(tally.texts("tally.shows.waiting", english: "Saved on this device. It will be sent later."))
  }

  // MARK: Changing

  /// Returns the initial values of the form for a new subscription to a service.
  public func draft(for service: StreamingService) -> SubscriptionDraft {
    SubscriptionDraft(service, currency: Money.currency(of: state.country))
  }

  /// Returns the sentence `This price is in USD. Prices in GBP are not known.`, to show beside the form of ``draft(for:)``. Nil if the
  /// price is in the currency of the user's country, or if there is no price.
  public func priceNote(for service: StreamingService) -> String? {
    guard let own = Money.currency(of: state.country), let price = SubscriptionDraft.price(of: service, own),
      price.amount != nil, let currency = price.currency, currency != own
    else { return nil }
    return tally.texts(
      "tally.subscription.otherCurrency", english: "This price is in %@. Prices in %@ are not known.", currency, own)
  }

  /// Adds a subscription. The change is shown at once, and sent when the server can be reached.
  public func add(_ draft: SubscriptionDraft) {
    let service = state.services.first { $0.id == draft.serviceId }
    act { store throws(ClientError) in try await store.add(draft, service: service) }
  }

  /// Changes a subscription. The change is shown at once, and sent when the server can be reached.
  public func update(_ subscription: StreamingSubscription, _ change: SubscriptionUpdate) {
    act { store throws(ClientError) in try await store.update(subscription, change) }
  }

  /// Ends a subscription today. The change is shown at once, and sent when the server can be reached.
  public func pause(_ subscription: StreamingSubscription) { setActive(false, subscription) }

  /// Resumes a subscription from today. The change is shown at once, and sent when the server can be reached.
  public func resume(_ subscription: StreamingSubscription) { setActive(true, subscription) }

  private func setActive(_ isActive: Bool, _ subscription: StreamingSubscription) {
    act { store throws(ClientError) in try await store.setActive(isActive, subscription) }
  }

  /// Removes a subscription. ``undoRemoval()`` can restore it for ten seconds.
  public func remove(_ subscription: StreamingSubscription) {
    screen.act { [screen, tally, era = screen.era] () async throws(ClientError) in
      let (removal, submission) = try await tally.subscriptionStore.removeUndoably(subscription)
      screen.offerUndo(removal, in: \.undoable, since: era, tally.client.environment.clock)
      return [submission]
    }
  }

  /// Brings the subscription of ``State/undoable`` back, with its price and its tier.
  public func undoRemoval() {
    guard let removal = screen.takeUndo(\.undoable) else { return }
    screen.act { [store = tally.subscriptionStore] () async throws(ClientError) in
      try await store.restore(removal).map { [$0] } ?? []
    }
  }

  private func act(_ change: @escaping @Sendable (SubscriptionStore) async throws(ClientError) -> Submission) {
    let store = tally.subscriptionStore
    screen.act { () async throws(ClientError) in [try await change(store)] }
  }
}
