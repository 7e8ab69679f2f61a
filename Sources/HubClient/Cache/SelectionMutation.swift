import MediaCore

/// The change that a call of ``ChannelStore`` makes in the user's choice of channels.
enum SelectionChange: Codable, Hashable, Sendable {
  case set([String])
  case add(String)
  case remove(String)

  var channels: [String] {
    switch self {
    case .set(let channels): channels
    case .add(let channel), .remove(let channel): [channel]
    }
  }

  func apply(to selection: inout SavedChannels.Selection) {
    switch self {
    case .set(let channels): selection = SavedChannels.Selection(wanted: ChannelID.cleaned(channels))
    case .add(let channel): selection.add(channel)
    case .remove(let channel): selection.remove(channel)
    }
  }
}

/// A change of the wanted channels that a second process hands over. The app makes it in its own choice, and registers an added channel
/// with its next refresh.
struct SelectionMutation: Mutation {
  static let kind: MutationKind = "hub.selection"
  private static let mostBytes = 256

  var change: SelectionChange

  var target: String { "selection" }
  var isNotedBeforeSending: Bool { false }
  var isPlausible: Bool { change.channels.allSatisfy { $0.utf8.count <= Self.mostBytes } }

  /// - Returns: whether the app's choice has the change.
  func fetch(_ storage: LibraryStorage, _ context: MutationContext) async throws(ClientError) -> Bool? {
    let selection = try await storage.channels.view().server.selection
    return with(selection, change.apply) == selection
  }

  func perform(_ storage: LibraryStorage, over remote: Bool?, _ context: MutationContext) async throws(ClientError) {
    try await storage.channels.update { change.apply(to: &$0.selection) }
  }

  func isReflected(in remote: Bool?) -> Bool { remote == true }
  func coalesced(with newer: SelectionMutation) -> SelectionMutation? { nil }
  func remainder(after newer: SelectionMutation) -> SelectionMutation { self }
}
