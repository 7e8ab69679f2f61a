import Foundation
import MediaCore
public import TallyKit

extension Health {
  public static let sample = Health(ok: true, timestamp: SampleTime.now)
}

extension SignedInUser {
  public static let sample = SignedInUser(id: "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11", email: "mika@example.org")
}

extension User {
  public static let sample = User(
    id: "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11", email: "mika@example.org", displayName: "Mika Äijälä",
    isTestUser: false, createdAt: SampleTime.ago(days: 160), countryCode: "AU", timezone: "UTC")
}

extension UserProfile {
  public static let sample = UserProfile(
    user: .sample,
    stats: ShowCounts(totalShows: 6, byStatus: ["watchlist": 2, "watching": 3, "completed": 1, "dropped": 0]),
    activeSubscriptions: 1, joinedDate: SampleTime.ago(days: 160))
}

extension Price {
  public static let sample = Price(
    tier: "Standard", amount: Decimal(1899) / 100, currency: "AUD", notes: "GST inclusive", providerName: "Netflix")
}

extension StreamingService {
  public static let sample = StreamingService(
    id: "5a3c9be0-7f12-4d6b-8e21-b4c7d0f9a316", tmdbProviderId: 8, name: "Netflix",
    logoPath: "https://image.tmdb.org/t/p/w45/netflix.jpg", homepage: "https://www.netflix.com", prices: [.sample],
    defaultPrice: .sample)

  /// Without a known price.
  public static let sampleFree = StreamingService(
    id: "b7d0e1f2-0c4a-4a39-9a55-d21c6e8f7043", tmdbProviderId: 2188, name: "Kanopía", prices: [])

  public static let samples = [sampleFree, sample]
}

extension Subscription {
  public static let sample = Subscription(
    id: "2f6b8d10-4c3e-47a9-bb52-0e91d7c6a584", serviceId: "5a3c9be0-7f12-4d6b-8e21-b4c7d0f9a316",
    monthlyCost: Decimal(1899) / 100, isActive: true, tier: "Standard", startedDate: CalendarDay("2026-06-15"),
    service: .sample)

  /// Ended.
  public static let sampleEnded = Subscription(
    id: "c80a1e47-93fb-4d2e-86c7-51f0b2a9d36e", serviceId: "b7d0e1f2-0c4a-4a39-9a55-d21c6e8f7043", isActive: false,
    startedDate: CalendarDay("2025-12-01"), endedDate: CalendarDay("2026-02-28"), service: .sampleFree)

  public static let samples = [sample, sampleEnded]
}

extension SubscriptionList {
  public static let sample = SubscriptionList(subscriptions: Subscription.samples, totalActive: 1)
}

extension CancelAdvice {
  public static let sample = CancelAdvice(
    recommendations: [
      CancelHint(
        serviceId: "b7d0e1f2-0c4a-4a39-9a55-d21c6e8f7043", serviceName: "Kanopía", type: .cancel,
        reason: "No active content - all shows completed",
        potentialSavings: PotentialSavings(monthly: 15.99, annual: 191.88), confidence: 0.9, showsCompleted: 2,
        safeDate: SampleTime.now.addingTimeInterval(7 * 86_400)),
      CancelHint(
        serviceId: "5a3c9be0-7f12-4d6b-8e21-b4c7d0f9a316", serviceName: "Netflix", type: .pause,
        reason: "Only 1 show(s) in watchlist", potentialSavings: PotentialSavings(monthly: 15.99, shortTerm: 47.97),
        confidence: 0.7, showsInWatchlist: 1),
    ], totalPotentialSavings: 31.98, servicesAnalyzed: 2, timestamp: SampleTime.now)
}

extension PlanWindow {
  public static let sample = PlanWindow(
    serviceId: "netflix", serviceName: "Netflix", start: SampleTime.now.addingTimeInterval(90 * 86_400),
    end: SampleTime.now.addingTimeInterval(120 * 86_400), reason: "A new season")
}

extension Plan {
  public static let sample = Plan(windows: [.sample], savings: PlanSavings(monthly: 39.72, yearToDate: 476.64))
}

extension StreamingQuota {
  public static let sample = StreamingQuota(
    month: "2026-11", callsUsed: 910, callsRemaining: 40, limit: 950, percentUsed: 96,
    lastReset: SampleTime.ago(days: 20), isLowQuota: true, hasApiKey: true, cacheStats: CacheStats())
}
