import Foundation
import Harness

@testable import MediaCore
@testable import TallyKit

/// The models that answers, files and events are read into.
let tallyModels: [any Model.Type] = [
  ActiveWindow.self, AddedShow.self, AdvicePreferences.self, AnalysisDiagnostics.self, AnalyzedEpisode.self,
  BatchResult.self, BulkReceipt.self, CacheStats.self, CancelAdvice.self, CancelHint.self, DatedEpisode.self,
  DemoItem.self, DiscoveryExample.self, DiscoveryReport.self, EntryConflict.self, Episode.self, EpisodeMark.self,
  EpisodeNumbering.self, EpisodePlace.self, EpisodePointer.self, EpisodeProgress.self, EpisodeRef.self,
  EpisodeStates.self, EpisodeStatus.self, EstimatedSavings.self, Guide.self, GuideEpisode.self, GuideGroup.self,
  GuideService.self, GuideShow.self, Health.self, LiveStats.self, MidnightDay.self, MonthlyHint.self,
  Optimization.self, OptimizationAction.self, OptimizationPlan.self, OptimizationStep.self, OptimizedPlan.self,
  PatternDiagnostics.self, PatternReport.self, Plan.self, PlanPreferences.self, PlanWindow.self, Price.self,
  ProgressConflict.self, ProgressReceipt.self, ProviderBadge.self, RatedShow.self, RatingAggregate.self,
  RatingPreferences.self, RatingReceipt.self, RatingResult.self, RatingStats.self, RatingTrends.self,
  RawProvider.self, ReleasePatternReport.self, ResolvedEpisode.self, SavingsCalendar.self, SavingsMonth.self,
  SavingsSimulation.self, SavingsStrategy.self, SavingsSummary.self, SearchAnswer.self, SearchResult.self,
  Season.self, SeasonInfo.self, SelectedProvider.self, ServerUser.self, ServiceList.self, ServiceUsage.self,
  ShowAnalysis.self, ShowCounts.self, ShowDetails.self, ShowRating.self, SignedInUser.self, StoredPattern.self,
  StrategyChoice.self, StreamingQuota.self, StreamingService.self, StreamingSubscription.self, SubscribeAdvice.self,
  SubscribeHint.self, SubscriptionConflict.self, SubscriptionList.self, SubscriptionSituation.self,
  TrackedEpisode.self, TrackedSeason.self, TrackedShow.self, TrackedShowDetail.self, UsageCall.self, UsageCounts.self,
  UsageLimit.self, UsageStats.self, User.self, UserProfile.self, ViewingStats.self, WatchProgress.self,
  WatchProvider.self, WatchlistAnalysis.self, WatchlistEntry.self, WatchlistStats.self,
]
