import MediaCore

/// The roles that mutations are sent through, and what deliveries share within a process.
@dynamicMemberLookup
struct VaultAPI: Sendable {
  let roles: VaultRoles
  let numbers: ListNumbers
  let progress: MarkProgressTracker
  let deliveries = DeliveryNotes()

  subscript<Role>(dynamicMember role: KeyPath<VaultRoles, Role>) -> Role { roles[keyPath: role] }

  // MARK: Lists that were made here

  /// The server's number of a list, for a mutation that is sent. Its ``Mutation/fetch(_:_:)`` has asked for it before.
  func number(of list: Int, _ context: MutationContext) async throws(ClientError) -> Int {
    guard let number = try await numbers.serverNumber(of: list, for: context.account) else {
      throw ListNumbers.noSuchList
    }
    return number
  }

  /// Reads a list or its titles by the list's number on the server.
  func read<Value: Sendable>(
    _ list: Int, _ context: MutationContext, _ read: (_ number: Int) async throws(ClientError) -> Value?
  ) async throws(ClientError) -> ListReading<Value> {
    guard let number = try await numbers.serverNumber(of: list, for: context.account) else { return .neverMade }
    return try await read(number).map { .found($0) } ?? .gone
  }

  /// The titles of a list, which may be one that was made here.
  func contents(of list: Int, _ context: MutationContext) async throws(ClientError) -> ListReading<ListContents> {
    try await read(list, context) { (number) async throws(ClientError) in
      try await ifPresent { () async throws(ClientError) in try await roles.lists.contents(of: .list(number)) }
    }
  }

  /// A list of the user's, which may be one that was made here.
  func list(_ list: Int, _ context: MutationContext) async throws(ClientError) -> ListReading<VaultList> {
    try await read(list, context) { (number) async throws(ClientError) in
      try await roles.lists.all().first { $0.id == .list(number) }
    }
  }
}

/// A list as it was read, or why there is none.
enum ListReading<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  case found(Value)
  /// The server does not have it any more.
  case gone
  /// It was made here, and was refused or discarded: nothing that was asked of it can be true, not even that a title is not
  /// in it.
  case neverMade

  var value: Value? { if case .found(let value) = self { value } else { nil } }

  func map<Other>(_ transform: (Value) -> Other) -> ListReading<Other> {
    switch self {
    case .found(let value): .found(transform(value))
    case .gone: .gone
    case .neverMade: .neverMade
    }
  }
}

/// Notes of attempts to send a mutation, for later attempts of the same process, by the mutation's id.
final class DeliveryNotes: Sendable {
  private let answered = Locked<Set<String>>([])
  private let arrivals = Locked<[String: Bool]>([:])

  /// The server has answered an import, of which nothing may be seen later.
  func noteAnswer(_ id: String) { answered.withLock { _ = $0.insert(id) } }
  func isAnswered(_ id: String) -> Bool { answered.withLock { $0.contains(id) } }

  /// A request has failed; it may have arrived all the same, or not.
  func noteFailure(_ id: String, mayHaveArrived: Bool) { arrivals.withLock { $0[id] = mayHaveArrived } }
  /// Nil when no request of the mutation has failed since the launch.
  func mayHaveArrived(_ id: String) -> Bool? { arrivals.withLock { $0[id] } }
}
