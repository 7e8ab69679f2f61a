import Foundation
import MediaCore
public import TallyKit

extension Health {
  /// A sample `Health` for previews and tests.
  public static let sample = with(Health(ok: true)) { $0.timestamp = SampleTime.now }
}

extension SignedInUser {
  /// A sample `SignedInUser` for previews and tests.
  public static let sample = with(SignedInUser(id: "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11")) {
    $0.email = "mika@example.org"
  }
}

extension User {
  /// A sample `User` for previews and tests.
  public static let sample = with(User(id: "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11")) {
    $0.email = "mika@example.org"
    $0.displayName = "Mika Äijälä"
    $0.isTestUser = false
    $0.createdAt = SampleTime.ago(days: 160)
    $0.countryCode = "AU"
    $0.timezone = "UTC"
  }
}

extension UserProfile {
  /// A sample `UserProfile` for previews and tests.
  public static let sample = with(UserProfile(user: .sample)) {
    $0.stats = with(ShowCounts()) {
      $0.totalShows = 6
      $0.byStatus = ["watchlist": 2, "watching": 3, "completed": 1, "dropped": 0]
    }
    $0.activeSubscriptions = 1
    $0.joinedDate = SampleTime.ago(days: 160)
  }
}

extension Price {
  /// A sample `Price` for previews and tests.
  public static let sample = with(Price()) {
    $0.tier = "Standard"
    $0.amount = Decimal(1899) / 100
    $0.currency = "AUD"
    $0.notes = "GST inclusive"
    $0.providerName = "Netflix"
  }
}

extension StreamingService {
  /// A sample `StreamingService` for previews and tests.
  public static let sample = with(StreamingService(id: "5a3c9be0-7f12-4d6b-8e21-b4c7d0f9a316")) {
    $0.tmdbProviderId = 8
    $0.name = "Netflix"
    $0.logoPath = "https://image.tmdb.org/t/p/w45/netflix.jpg"
    $0.homepage = "https://www.netflix.com"
    $0.prices = [.sample]
    $0.defaultPrice = .sample
  }

  /// A sample of a service without a known price.
  public static let sampleFree = with(StreamingService(id: "b7d0e1f2-0c4a-4a39-9a55-d21c6e8f7043")) {
    $0.tmdbProviderId = 2188
    $0.name = "Kanopía"
    $0.prices = []
  }

  /// Samples of `StreamingService` for previews and tests.
  public static let samples = [sampleFree, sample]
}

extension StreamingSubscription {
  /// A sample `StreamingSubscription` for previews and tests.
  public static let sample = with(StreamingSubscription(id: "2f6b8d10-4c3e-47a9-bb52-0e91d7c6a584")) {
    $0.serviceId = "5a3c9be0-7f12-4d6b-8e21-b4c7d0f9a316"
    $0.monthlyCost = Decimal(1899) / 100
    $0.isActive = true
    $0.tier = "Standard"
    $0.startedDate = CalendarDay("2026-06-15")
    $0.service = .sample
  }

  /// A sample of a subscription that has ended.
  public static let sampleEnded = with(StreamingSubscription(id: "c80a1e47-93fb-4d2e-86c7-51f0b2a9d36e")) {
    $0.serviceId = "b7d0e1f2-0c4a-4a39-9a55-d21c6e8f7043"
    $0.isActive = false
    $0.startedDate = CalendarDay("2025-12-01")
    $0.endedDate = CalendarDay("2026-02-28")
    $0.service = .sampleFree
  }

  /// Samples of `StreamingSubscription` for previews and tests.
  public static let samples = [sample, sampleEnded]
}

extension SubscriptionList {
  /// A sample `SubscriptionList` for previews and tests.
  public static let sample = with(SubscriptionList(subscriptions: StreamingSubscription.samples)) { $0.totalActive = 1 }
}

extension CancelHint {
  /// Samples of `CancelHint` for previews and tests.
  public static let samples = [
    with(hint(.cancel, of: .sampleFree, "No active content - all shows completed", confidence: 0.9)) {
      $0.potentialSavings?.annual = 191.88
      $0.showsCompleted = 2
      $0.safeDate = SampleTime.ago(days: -7)
    },
    with(hint(.pause, of: .sample, "Only 1 show(s) in watchlist", confidence: 0.7)) {
      $0.potentialSavings?.shortTerm = 47.97
      $0.showsInWatchlist = 1
    },
  ]

  private static func hint(
    _ kind: AdviceKind, of service: StreamingService, _ reason: String, confidence: Double
  ) -> CancelHint {
    with(CancelHint()) {
      $0.serviceId = service.id
      $0.serviceName = service.name
      $0.type = kind
      $0.reason = reason
      $0.potentialSavings = with(EstimatedSavings()) { $0.monthly = 15.99 }
      $0.confidence = confidence
    }
  }
}

extension CancelAdvice {
  /// A sample `CancelAdvice` for previews and tests.
  public static let sample = with(CancelAdvice(recommendations: CancelHint.samples)) {
    $0.totalPotentialSavings = 31.98
    $0.servicesAnalyzed = 2
    $0.timestamp = SampleTime.now
  }
}
