public import Foundation
public import MediaCore

/// A conflict between changes of two devices to an entry of the watchlist, the progress of a show, or a subscription. ``TallyAccountViewModel`` lists these conflicts.
///
/// ```swift
/// let account = TallyAccountViewModel(tally: tally)
/// if let conflict = account.state.conflicts.last {
///   print(conflict.text())
///   account.undo(conflict)  // or dismiss(conflict)
/// }
/// ```
public enum TallyConflict: Sendable, Hashable, Identifiable {
  /// A conflict over the entry of a show on the watchlist.
  case entry(EntryConflict)
  /// A conflict over the progress of a show.
  case progress(ProgressConflict)
  /// A conflict over a subscription.
  case subscription(SubscriptionConflict)

  public var id: String {
    switch self {
    case .entry(let conflict): conflict.id
    case .progress(let conflict): conflict.id
    case .subscription(let conflict): conflict.id
    }
  }

  /// When this device noticed the conflict.
  public var noticedAt: Date {
    switch self {
    case .entry(let conflict): conflict.noticedAt
    case .progress(let conflict): conflict.noticedAt
    case .subscription(let conflict): conflict.noticedAt
    }
  }

  /// The number at TMDB of the show in conflict. Nil for a conflict over a subscription, and also if the server has lost the show.
  public var show: TMDBID? {
    switch self {
    case .entry(let conflict): conflict.show
    case .progress(let conflict): conflict.show
    case .subscription: nil
    }
  }

  /// Returns the conflict as one sentence for the user, such as `Kept: dropped, from another device. Replaced: completed, from this
  /// device.`
  public func text(_ texts: Texts = .english) -> String {
    switch self {
    case .entry(let conflict): conflict.text(texts)
    case .progress(let conflict): conflict.text(texts)
    case .subscription(let conflict): conflict.text(texts)
    }
  }
}

extension TallyService {
  /// The conflicts of all kinds, oldest first.
  func conflicts() async throws(ClientError) -> [TallyConflict] {
    let entries = try await watchlistStore.conflicts().map(TallyConflict.entry)
    let progress = try await progressStore.conflicts().map(TallyConflict.progress)
    let subscriptions = try await subscriptionStore.conflicts().map(TallyConflict.subscription)
    return (entries + progress + subscriptions).sorted { ($0.noticedAt, $0.id) < ($1.noticedAt, $1.id) }
  }

  func undo(_ conflict: TallyConflict) async throws(ClientError) -> Submission {
    switch conflict {
    case .entry(let conflict): try await watchlistStore.undo(conflict)
    case .progress(let conflict): try await progressStore.undo(conflict)
    case .subscription(let conflict): try await subscriptionStore.undo(conflict)
    }
  }

  func dismiss(_ conflict: TallyConflict) async throws(ClientError) {
    switch conflict {
    case .entry(let conflict): try await watchlistStore.dismiss(conflict)
    case .progress(let conflict): try await progressStore.dismiss(conflict)
    case .subscription(let conflict): try await subscriptionStore.dismiss(conflict)
    }
  }
}
