import MediaCore

/// Offers the tip about watched titles on one screen, once the server has answered a mark of a film, a collection, a
/// series or a season. A mark that was made without a network is answered when it is sent.
@MainActor
final class TipOffer {
  private let tip: WatchedTip
  private let vault: VaultService
  /// The marks that the server has not answered yet.
  private var marks: [(submissions: [Submission], target: WatchTarget)] = []

  init(vault: VaultService) {
    self.vault = vault
    tip = WatchedTip(preferences: vault.preferences)
  }

  /// Waits for the answer to an accepted mark. Marks of single episodes offer no tip.
  func follow(_ submissions: [Submission], of target: WatchTarget, watched: Bool) {
    if case .episode = target { return }
    if watched, !tip.isSeen { marks.append((submissions, target)) }
  }

  /// Forgets the marks of an account that has signed out.
  func forget() { marks = [] }

  /// Returns the tip once a mark as watched is confirmed by the server, if the tip was never shown; otherwise nil.
  func content() async -> WatchedTip.Content? {
    guard !marks.isEmpty else { return nil }
    var shows = false
    let asked = marks
    for (mark, answer) in zip(asked, await vault.store.answers(to: asked)) where answer != .open {
      marks.removeAll { $0.submissions == mark.submissions }
      shows = shows || answer == .watched(true)
    }
    guard tip.shows(afterAnswer: shows) else { return nil }
    marks = []
    vault.insights.note(.tipShown)
    return WatchedTip.content(vault.client.environment.texts)
  }

  /// Handles a tap on a button of the tip.
  /// - Returns: the highlight of the unwatched switch if the filters are to be opened; otherwise nil.
  func tapped(_ action: WatchedTip.Action) -> FilterHighlight? {
    tip.markSeen()
    return action == .showMe ? .standard : nil
  }
}
