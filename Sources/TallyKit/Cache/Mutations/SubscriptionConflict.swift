public import Foundation
public import MediaCore

/// A conflict over a subscription: a change of this device has replaced another device's change. The replaced values are stored, so that
/// the app can show and restore them.
public struct SubscriptionConflict: Sendable, Hashable, Codable, Identifiable {
  /// The id of the change that this device made. The values of this change are in ``kept``.
  public let id: String
  /// The streaming service of the subscription; nil if the server has lost the service.
  public let service: StreamingService?
  /// The values that apply now, which were set on this device.
  public let kept: Side
  /// The values that were replaced. ``SubscriptionStore/undo(_:)`` restores them.
  public let lost: Side
  /// When this device noticed the conflict.
  public let noticedAt: Date
  /// The change that brings the losing side back.
  let change: SubscriptionMutation

  /// One side of the conflict: the values that one of the two devices has set. A member is nil if both sides have the same value.
  public struct Side: Sendable, Hashable, Codable {
    /// Whether this side removed the subscription.
    public var isRemoved = false
    /// The cost of the subscription per month; nil if both devices set the same cost.
    public var monthlyCost: Decimal?
    /// Whether the user pays for the subscription; nil if both devices set the same.
    public var isActive: Bool?
    /// The name of the price tier; nil if both devices set the same tier.
    public var tier: String?
    /// When the values were set; nil if the server does not send the time.
    public let at: Date?
    /// Whether the values were set on this device.
    public let isThisDevice: Bool
  }

  /// Reads the conflict from a decided change; nil if neither side lost anything.
  init?(_ record: MutationRecord, noticedAt: Date) {
    guard record.state == .synced, let mutation = record.mutation(SubscriptionMutation.self),
      let theirs = record.overwritten(SubscriptionMutation.self), let base = record.base(SubscriptionMutation.self),
      let restored = mutation.restoring(theirs, since: base)
    else { return nil }
    id = record.id
    service = theirs.service
    kept = Side(
      isRemoved: mutation.isRemoved, monthlyCost: restored.monthlyCost.flatMap { _ in mutation.monthlyCost },
      isActive: restored.isActive.flatMap { _ in mutation.isActive },
      tier: restored.tier.flatMap { _ in mutation.tier },
      at: record.createdAt, isThisDevice: true)
    lost = Side(
      monthlyCost: restored.monthlyCost, isActive: restored.isActive, tier: restored.tier, at: theirs.updatedAt,
      isThisDevice: false)
    self.noticedAt = noticedAt
    change = restored
  }

  /// Returns the conflict as one sentence for the user, such as `Kept: 12.99, from this device. Replaced: 15.49, from another device.`
  public func text(_ texts: Texts = .english) -> String {
    ConflictText(texts: texts).text(
      kept: (kept.text(texts), kept.isThisDevice), lost: (lost.text(texts), lost.isThisDevice))
  }
}

extension SubscriptionConflict.Side {
  fileprivate func text(_ texts: Texts) -> String {
    if isRemoved { return texts("tally.conflict.removed", english: "removed") }
    var parts: [String] = []
    if let monthlyCost { parts.append("\(monthlyCost)") }
    if let tier { parts.append(tier) }
    if let isActive {
      parts.append(
        isActive
          ? texts("tally.conflict.active", english: "active") : texts("tally.conflict.ended", english: "ended"))
    }
    return parts.joined(separator: ", ")
  }
}

extension SubscriptionMutation {
  func overwritesAnother(_ merge: MergeInput<SubscriptionMutation>) -> Bool {
    guard let base = merge.base, let theirs = merge.remote else { return false }
    return restoring(theirs, since: base) != nil
  }

  /// A change back to the values that another device has set since `base` and that this change replaces; nil without any.
  fileprivate func restoring(_ theirs: StreamingSubscription, since base: StreamingSubscription)
    -> SubscriptionMutation?
  {
    let rest = remainder(for: theirs)
    var restored = SubscriptionMutation(key)
    if isRemoved || rest.monthlyCost != nil, base.monthlyCost != theirs.monthlyCost {
      restored.monthlyCost = theirs.monthlyCost
    }
    if isRemoved || rest.isActive != nil, base.isActive != theirs.isActive { restored.isActive = theirs.isActive }
    if isRemoved || rest.tier != nil, base.tier != theirs.tier { restored.tier = theirs.tier }
    guard restored.monthlyCost != nil || restored.isActive != nil || restored.tier != nil else { return nil }
    guard isRemoved else { return restored }
    // The change removed the whole subscription, so its undo restores all members, not only those that the other device changed.
    var whole = SubscriptionMutation(key)
    (whole.monthlyCost, whole.isActive, whole.tier) = (theirs.monthlyCost, theirs.isActive, theirs.tier)
    whole.service = theirs.service
    return whole
  }
}
