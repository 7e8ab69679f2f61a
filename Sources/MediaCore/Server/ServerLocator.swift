public import Foundation

/// Finds the base URL at which a server answers, without sending a credential.
///
/// If the server has one address, it is located once. If it has several addresses, all of them are probed at the same time at the first
/// call, and again whenever the address in use does not answer. The first trusted address that answers is used.
///
/// An address is trusted if the stored data belongs to it, if a proof has shown that the same server answers there, or if the user has
/// confirmed it. No other address gets a credential. At an address that was typed without a scheme, https is tried first, and plain http is
/// used only if nothing speaks TLS there. If https has worked at one address, plain http is never used without the user's consent at an
/// address that is not trusted yet.
public actor ServerLocator {
  /// The address in use.
  struct Base: Sendable {
    let url: URL
    /// The app's header fields for the address.
    let headers: HTTPFields
    let address: ServerAddress
    /// Whether the server has more addresses.
    var hasOthers: Bool
  }

  private struct Route: Sendable {
    var search: AddressSearch
    var standing: AddressStanding
  }

  private let home: ServerAddress
  private let book: AddressBook
  private let makeSearch: @Sendable (AlternativeAddress) -> AddressSearch
  private let own: AlternativeAddress
  private var alternatives: [AlternativeAddress]
  private var routes: [Route] = []
  private nonisolated let known = Locked<Base?>(nil)
  private nonisolated let proof = Locked(ServerProof())
  private nonisolated let given: Locked<HTTPFields>
  private var work: SharedWork<URL>?
  private var proving: Task<Void, Never>?

  init(
    own: AlternativeAddress, alternatives: [AlternativeAddress], home: ServerAddress, book: AddressBook,
    search: @escaping @Sendable (AlternativeAddress) -> AddressSearch
  ) {
    (self.own, self.alternatives, self.home, self.book) = (own, alternatives, home, book)
    given = Locked(Self.headers(of: [own] + alternatives, and: [:]))
    makeSearch = search
  }

  deinit { proving?.cancel() }

  private static func headers(of addresses: [AlternativeAddress], and known: HTTPFields) -> HTTPFields {
    addresses.flatMap(\.headers.entries).reduce(into: known) { fields, entry in
      if !fields.entries.contains(entry) { fields.append(entry.name, entry.value) }
    }
  }

  /// The address in use once it was found.
  nonisolated var knownBase: Base? { known.withLock { $0 } }

  /// The app's header fields for all addresses that the server has or had, because an address that is no longer in use can still answer.
  nonisolated var allHeaders: HTTPFields { given.withLock { $0 } }

  /// The app's header fields for the address in use, or for the first one before that is known.
  nonisolated var headers: HTTPFields { knownBase?.headers ?? own.headers }

  /// The app's header fields for the address with which the service was created.
  nonisolated var ownHeaders: HTTPFields { own.headers }

  /// Returns the base URL of the server. The first call searches for the server, and later calls return the found base URL at once. If the
  /// search fails, the next call searches again.
  /// - Throws: `wrongServer` with the detail `unprovenAddress` if the server answers only at addresses that are not trusted yet.
  public func base() async throws(ClientError) -> URL {
    if let base = knownBase { return base.url }
    let routes = try loadedRoutes()
    if routes.count == 1, routes[0].standing.isTrusted, let kept = try routes[0].search.kept() {
      return settle(on: kept, routes[0].search)
    }
    return try await locate()
  }

  /// The address in use, found at first use.
  func located() async throws(ClientError) -> Base {
    while true {
      _ = try await base()
      // `use(_:)` may have removed the address during the await: search again.
      if let base = knownBase { return base }
    }
  }

  /// Searches for the server again, even if its base URL is known, and returns the base URL.
  public func locate() async throws(ClientError) -> URL {
    while true {
      let work = currentWork()
      let outcome = await work.value()
      if self.work === work { self.work = nil }
      // If the last waiting caller cancelled the search just as this caller joined it, search again.
      guard work.isAbandoned, !Task.isCancelled else { return try outcome.get() }
    }
  }

  private func currentWork() -> SharedWork<URL> {
    if let work { return work }
    let work = SharedWork<URL>(operation: .serverLocate, endsWhenAbandoned: true) { [weak self] in
      guard let self else { return .failure(.cancelled(.serverLocate)) }
      do throws(ClientError) { return .success(try await self.search()) } catch { return .failure(error) }
    }
    self.work = work
    return work
  }

  /// The number of callers that wait for the running search.
  var waiterCount: Int { work?.waiterCount ?? 0 }

  /// Whether the service itself answers at the address in use right now. Never throws: in doubt it is false.
  func isGenuine() async -> Bool {
    guard let base = try? await located() else { return false }
    return await isGenuine(at: base)
  }

  /// Whether the service itself answers at `base` right now, also if another address is in use by then. Never throws: in doubt it is false.
  func isGenuine(at base: Base) async -> Bool {
    (try? await facts(at: base)) != nil
  }

  /// Returns the server's description of itself, as the server answers now at the address in use, or at another one of its addresses if
  /// that one does not answer. The request carries no credentials.
  /// - Throws: `unreachable` or a similar error if no address answers; `wrongServer` if something other than the service answers.
  public func facts() async throws(ClientError) -> ServerFacts {
    let base = try await located()
    do throws(ClientError) { return try await facts(at: base) } catch {
      guard base.hasOthers, !error.isCancellation, let other = try await addressAfter(base.url), other.url != base.url
      else { throw error }
      return try await facts(at: other)
    }
  }

  private func facts(at base: Base) async throws(ClientError) -> ServerFacts {
    guard let route = try loadedRoutes().first(where: { $0.search.address == base.address }) else {
      throw Self.unproven
    }
    return try await route.search.facts(at: base.url)
  }

  // MARK: Several addresses

  /// Returns the server's addresses in the order in which they were given. The result also contains the reason why each address is trusted
  /// or not.
  /// - Throws: `storage` if the stored standings of the addresses cannot be read now.
  public func addresses() throws(ClientError) -> [AddressStatus] {
    let inUse = knownBase?.address
    return try loadedRoutes().map {
      AddressStatus(address: $0.search.address, standing: $0.standing, isInUse: $0.search.address == inUse)
    }
  }

  /// Replaces the alternative addresses of the server. This is also possible while calls are running. If the address in use is among the
  /// new addresses, or is the address with which the service was created, it stays in use.
  /// - Throws: `storage` if the stored standings of the addresses cannot be read now.
  public func use(_ alternatives: [AlternativeAddress]) throws(ClientError) {
    let inUse = knownBase
    self.alternatives = alternatives
    given.withLock { $0 = Self.headers(of: alternatives, and: $0) }
    routes = []
    proving?.cancel()
    proving = nil
    // Forget the address in use. If it is among the new addresses, it is set again below, with its new headers.
    known.withLock { $0 = nil }
    let routes = try loadedRoutes()
    if let inUse, let kept = routes.first(where: { $0.search.address == inUse.address && $0.standing.isTrusted }) {
      _ = settle(on: inUse.url, kept.search)
    }
  }

  /// Stores that the user has confirmed that the same server answers at the address. From then on, credentials may be sent there.
  /// - Throws: `invalidRequest` if `address` is not one of the server's addresses. `storage` if the confirmation cannot be saved; the
  ///   address is then trusted only until the process ends.
  public func confirm(_ address: ServerAddress) throws(ClientError) { try trust(address, as: .confirmed) }

  /// Sends a request without credentials to the address, and asks for data that only the server and this device have. If the answer is
  /// right, the address is trusted from then on.
  /// - Returns: the standing of the address afterwards. The standing is `unproven` if this device has stored nothing to compare, if the
  ///   address gives a different answer, or if only plain http works there. In these cases, ask the user.
  /// - Throws: `invalidRequest` if `address` is not one of the server's addresses; `unreachable` or a similar error if the address does not
  ///   answer.
  public func prove(_ address: ServerAddress) async throws(ClientError) -> AddressStanding {
    let route = try route(of: address)
    if route.standing.isTrusted { return route.standing }
    _ = try await baseOfProven(route)
    return try self.route(of: address).standing
  }

  /// Sets the proof by which addresses that are not trusted yet can become trusted.
  public nonisolated func prove(with proof: ServerProof) { self.proof.withLock { $0 = proof } }

  /// Waits until the proofs of the addresses that did not answer first have ended, with any outcome.
  package func proofsEnded() async { await proving?.value }

  private func route(of address: ServerAddress) throws(ClientError) -> Route {
    guard let route = try loadedRoutes().first(where: { $0.search.address == address }) else {
      throw ClientError(.invalidRequest, operation: .serverLocate)
    }
    return route
  }

  private func trust(_ address: ServerAddress, as standing: AddressStanding) throws(ClientError) {
    guard try !route(of: address).standing.isTrusted else { return }
    for index in routes.indices where routes[index].search.address == address { routes[index].standing = standing }
    try book.write(standing, of: address, at: home)
  }

  /// The addresses with their standing, read at first use.
  private func loadedRoutes() throws(ClientError) -> [Route] {
    guard routes.isEmpty else { return routes }
    var loaded: [Route] = []
    for alternative in [own] + alternatives
    where !loaded.contains(where: { $0.search.address.key == alternative.address.key }) {
      var standing = try book.standing(of: alternative.address, at: home)
      if !standing.isTrusted, alternative.isConfirmed {
        standing = .confirmed
        // If `standing` cannot be saved, nothing is lost: the app passes `isConfirmed` again at each launch.
        try? book.write(standing, of: alternative.address, at: home)
      }
      loaded.append(Route(search: makeSearch(alternative), standing: standing))
    }
    routes = loaded
    return loaded
  }

  /// Called when the address in use has not answered: searches at all addresses.
  /// - Returns: the address that answers now, maybe the same one; nil when none does.
  /// - Throws: `wrongServer` with the detail `unprovenAddress` when only addresses that are not trusted answer.
  func addressAfter(_ failed: URL) async throws(ClientError) -> Base? {
    // If the base is no longer `failed`, another call has already switched to another address: use that one.
    if let base = knownBase, base.url != failed { return base }
    do throws(ClientError) { _ = try await locate() } catch {
      if error.detail == ClientError.Detail.unprovenAddress { throw error }
      return nil
    }
    return knownBase
  }

  // MARK: Searching

  private func search() async throws(ClientError) -> URL {
    let routes = try loadedRoutes()
    let (trusted, others) = (routes.filter(\.standing.isTrusted), routes.filter { !$0.standing.isTrusted })
    let failure: ClientError
    do throws(ClientError) {
      let (url, search) = try await first(of: trusted) { (route) async throws(ClientError) in
        try await route.search.search()
      }
      // `use(_:)` may have removed the address during the await: search again.
      guard try loadedRoutes().contains(where: { $0.search.address == search.address }) else {
        return try await self.search()
      }
      if !others.isEmpty, proving == nil {
        proving = Task { [weak self] in for route in others { _ = try? await self?.baseOfProven(route) } }
      }
      return settle(on: url, search)
    } catch {
      if error.isCancellation || others.isEmpty { throw error }
      failure = error
    }
    do throws(ClientError) {
      let (url, search) = try await first(of: others) { (route) async throws(ClientError) in
        if let base = try await self.baseOfProven(route) { return base }
        throw Self.unproven
      }
      guard try loadedRoutes().contains(where: { $0.search.address == search.address && $0.standing.isTrusted }) else {
        throw failure
      }
      return settle(on: url, search)
    } catch {
      if error.isCancellation || error.detail == ClientError.Detail.unprovenAddress { throw error }
      throw failure
    }
  }

  private static let unproven = ClientError(
    .wrongServer, operation: .serverLocate, detail: ClientError.Detail.unprovenAddress)

  /// The first of the addresses that answers; the error of the first address when none does.
  private func first(
    of routes: [Route], _ search: @escaping @Sendable (Route) async throws(ClientError) -> URL
  ) async throws(ClientError) -> (URL, AddressSearch) {
    if routes.count == 1 { return (try await search(routes[0]), routes[0].search) }
    let outcome = await withTaskGroup(of: (Int, Result<URL, ClientError>).self) { group in
      for (index, route) in routes.enumerated() {
        group.addTask {
          // Await before making the tuple: in a release build of Swift 6.3, an await inside the tuple corrupts the index and crashes.
          let result: Result<URL, ClientError>
          do throws(ClientError) { result = .success(try await search(route)) } catch { result = .failure(error) }
          return (index, result)
        }
      }
      var failures: [Int: ClientError] = [:]
      for await (index, result) in group {
        switch result {
        case .success(let url):
          group.cancelAll()
          return Result<(URL, AddressSearch), ClientError>.success((url, routes[index].search))
        case .failure(let error): failures[index] = error
        }
      }
      let unproven = failures.values.first { $0.detail == ClientError.Detail.unprovenAddress }
      return .failure(unproven ?? failures[0] ?? Self.unproven)
    }
    return try outcome.get()
  }

  private func settle(on url: URL, _ search: AddressSearch) -> URL {
    let base = Base(url: url, headers: search.headers, address: search.address, hasOthers: routes.count > 1)
    known.withLock { $0 = base }
    return url
  }

  /// The base at an untrusted address that has proven to be the same server, which is noted; nil when it has not.
  private func baseOfProven(_ route: Route) async throws(ClientError) -> URL? {
    let outcome = await Connectivity.$isAskingElsewhere.withValue(true) { () async -> Result<URL?, ClientError> in
      do throws(ClientError) { return .success(try await provenBase(route)) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  private func provenBase(_ route: Route) async throws(ClientError) -> URL? {
    let base = try await route.search.search(allowsSilentPlainHTTP: !hasWorkedSecurelyElsewhere(than: route))
    // Over plain http an attacker could fetch the right answer from the real server and pass it on, so the address proves nothing.
    guard base.scheme == "https" else { return nil }
    for question in await proof.withLock({ $0 }).questions() {
      // Follow no redirect: the answer of another server would prove nothing about this address.
      let endpoint = with(question.endpoint) { $0.traits.redirects = .none }
      guard let expected = await expectedAnswer(to: question), expected.count >= ServerProof.minimumBytes,
        let answer = try? await route.search.send(endpoint, to: base), answer.isSuccess,
        answer.body == expected
      else { continue }
      do throws(ClientError) { try trust(route.search.address, as: .proven) } catch {
        // If the proof cannot be saved, use the address all the same; the next launch asks for the proof again.
        guard error.kind == .storage else { throw error }
      }
      return base
    }
    return nil
  }

  private func expectedAnswer(to question: ServerProof.Question) async -> Data? {
    if let expected = question.expected { return expected }
    guard let base = knownBase, let route = routes.first(where: { $0.search.address == base.address }) else {
      return nil
    }
    let answer = try? await route.search.send(question.endpoint, to: base.url)
    return answer.flatMap { $0.isSuccess ? $0.body : nil }
  }

  private func hasWorkedSecurelyElsewhere(than route: Route) -> Bool {
    // If `hasWorkedSecurely()` throws, assume that https has worked: the caller then does not use plain http without consent.
    routes.contains { other in
      other.search.address != route.search.address && (try? other.search.hasWorkedSecurely()) ?? true
    }
  }
}
