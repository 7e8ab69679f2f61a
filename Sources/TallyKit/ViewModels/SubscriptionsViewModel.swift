public import Foundation
public import MediaCore

/// What the user pays for, with prices, renewals, and hints at what could be saved.
@MainActor
public final class SubscriptionsViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    public var items: LoadState<[SubscriptionStore.Item]> = .idle
    /// The services that can be subscribed to.
    public var services: [StreamingService] = []
    public var country: String
    /// Something that went wrong, until it is dismissed.
    public var error: String?
    /// Estimates of the server.
    public var advice: CancelAdvice?

    /// The sum of the active ones.
    public var monthlyTotal: Decimal {
      (items.value ?? []).filter { $0.subscription.isActive == true }.map(\.subscription.monthlyCost).reduce(0, +)
    }
  }

  public let publisher: StatePublisher<State>
  public let activities = Activities()

  private let tally: TallyService
  private let texts: Texts
  private var tokens: [ObservationToken] = []
  private let account: ShownAccount
  private let looks = Turns()

  public init(tally: TallyService) {
    self.tally = tally
    texts = tally.client.environment.texts
    account = ShownAccount(tally.client)
    publisher = StatePublisher(State(country: tally.country.current))
    tokens.append(
      tally.subscriptionStore.observe { [weak self] in Task { @MainActor in self?.storeChanged() } })
    tokens.append(
      tally.country.observe { [weak self] code in Task { @MainActor in self?.applyCountry(code) } })
  }

  /// Shows what is kept, then what the server says.
  public func load() { activities.start("load") { [weak self] in await self?.loadNow() } }

  public func dismissError() { publisher.state.error = nil }

  private func loadNow() async {
    await followAccount()
    await showKept { .loading($0) }
    let country = state.country
    do throws(ClientError) {
      try await tally.subscriptionStore.refresh(country: country)
      let services = try await tally.services.all(country: country).services
      guard !Task.isCancelled, country == state.country else { return }
      publisher.state.services = services
      await showItems()
    } catch {
      guard !error.isCancellation, !Task.isCancelled else { return }
      await showKept { .failed(error, $0) }
      publisher.state.error = ErrorText.shows(error, texts)
    }
  }

  /// Asks the server what could be given up.
  public func loadAdvice() {
    activities.start("advice") { [weak self, tally] in
      guard let advice = try? await tally.recommendations.cancel(), !Task.isCancelled else { return }
      self?.publisher.state.advice = advice
    }
  }

  private func applyCountry(_ code: String) {
    guard code != state.country else { return }
    publisher.state.country = code
    if state.items != .idle { load() }
  }

  private func storeChanged() {
    activities.start("store", replacing: false) { [weak self] in
      guard let self else { return }
      if await self.followAccount() { return self.load() }
      guard self.state.items.value != nil, !self.state.items.isLoading else { return }
      await self.showItems()
    }
  }

  @discardableResult
  private func followAccount() async -> Bool {
    await account.follow {
      activities.cancel("advice")
      publisher.state.advice = nil
      publisher.state.error = nil
    }
  }

  private func showKept(
    as state: @escaping @Sendable ([SubscriptionStore.Item]?) -> LoadState<[SubscriptionStore.Item]>
  ) async {
    await looks.take { [weak self, tally] in
      let kept = (try? await tally.subscriptionStore.items()) ?? nil
      self?.publisher.state.items = state(kept)
    }
  }

  private func showItems() async { await looks.take { [weak self] in await self?.look() } }

  private func look() async {
    let items: [SubscriptionStore.Item]?
    do throws(ClientError) { items = try await tally.subscriptionStore.items() } catch { return }
    guard let items else {
      // Nobody is signed in any more.
      publisher.state.items = .idle
      return
    }
    publisher.state.items = .loaded(items, asOf: tally.client.serverNow())
  }

  /// `Renews in 12 days`
  public func renewalText(_ subscription: StreamingSubscription) -> String {
    Renewal.text(of: subscription, today: CalendarDay.today(tally.client.environment), texts: texts)
  }

  // MARK: Changing

  /// What the form for a new subscription starts with.
  public func draft(for service: StreamingService) -> SubscriptionDraft {
    SubscriptionDraft(service, currency: Money.currency(of: state.country))
  }

  public func add(_ draft: SubscriptionDraft) {
    let service = state.services.first { $0.id == draft.serviceId }
    act { store throws(ClientError) in try await store.add(draft, service: service) }
  }

  public func update(_ subscription: StreamingSubscription, _ change: SubscriptionUpdate) {
    act { store throws(ClientError) in try await store.update(subscription, change) }
  }

  /// Ends it today.
  public func pause(_ subscription: StreamingSubscription) { setActive(false, subscription) }

  public func resume(_ subscription: StreamingSubscription) { setActive(true, subscription) }

  private func setActive(_ isActive: Bool, _ subscription: StreamingSubscription) {
    act { store throws(ClientError) in try await store.setActive(isActive, subscription) }
  }

  public func remove(_ subscription: StreamingSubscription) {
    act { store throws(ClientError) in try await store.remove(subscription) }
  }

  private func act(_ record: @escaping @Sendable (SubscriptionStore) async throws(ClientError) -> Intent) {
    activities.start("act", replacing: false) { [weak self, tally] in
      do throws(ClientError) {
        let intent = try await record(tally.subscriptionStore)
        await self?.showItems()
        _ = await tally.sync.deliver(intent)
        switch await tally.sync.result(of: intent) {
        case .refused(let error): throw error
        case .waiting(let error):
          if let error, ![.unreachable, .timedOut, .cancelled, .rateLimited].contains(error.kind) { throw error }
        case .written, .superseded: break
        }
      } catch {
        if let self, !error.isCancellation { self.publisher.state.error = ErrorText.shows(error, self.texts) }
      }
      await self?.showItems()
    }
  }
}
