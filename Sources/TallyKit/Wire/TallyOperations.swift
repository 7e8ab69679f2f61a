public import MediaCore

/// The requests of ``TallyService``, for test doubles and for comparing with ``ClientError/operation``.
extension OperationID {
  /// `POST /api/auth/register`
  public static let tallyAccountRegister = OperationID("tally.account.register")
  /// `POST /api/auth/login`
  public static let tallyAccountSignIn = OperationID("tally.account.signIn")
  /// Signs in with a token that the app already has. Makes no request.
  public static let tallyAccountSignInWithToken = OperationID("tally.account.signInWithToken")
  /// `POST /api/admin/seed/memory-to-supabase`
  public static let tallyAdminCopyMemoryToDatabase = OperationID("tally.admin.copyMemoryToDatabase")
  /// `GET /api/admin/db-status`
  public static let tallyAdminDatabaseStatus = OperationID("tally.admin.databaseStatus")
  /// `GET /api/debug/user-shows/{id}`
  public static let tallyAdminEntry = OperationID("tally.admin.entry")
  /// `GET /api/admin/episode-stats/{id}`
  public static let tallyAdminEpisodeStats = OperationID("tally.admin.episodeStats")
  /// `GET /api/admin/live-stats`
  public static let tallyAdminLiveStats = OperationID("tally.admin.liveStats")
  /// `GET /api/admin/show-stats/{id}`
  public static let tallyAdminShowStats = OperationID("tally.admin.showStats")
  /// A call of any route with ``TallyService/call``.
  public static let tallyCall = OperationID("tally.call")
  /// `POST /api/tmdb/watchlist`
  public static let tallyGuideAddToDemoList = OperationID("tally.guide.addToDemoList")
  /// `GET /api/tmdb/watchlist`
  public static let tallyGuideDemoList = OperationID("tally.guide.demoList")
  /// `GET /api/tv-guide`
  public static let tallyGuideGuide = OperationID("tally.guide.guide")
  /// `GET /api/tv-guide/user/{id}`
  public static let tallyGuideGuideOfDemoUser = OperationID("tally.guide.guideOfDemoUser")
  /// `POST /api/plan/generate`
  public static let tallyPlanGenerate = OperationID("tally.plan.generate")
  /// `POST /api/plan/optimize`
  public static let tallyPlanOptimize = OperationID("tally.plan.optimize")
  /// `GET /api/progress/{id}`
  public static let tallyProgressDetail = OperationID("tally.progress.detail")
  /// `GET /api/progress/episode/{id}/stats`
  public static let tallyProgressLiveStats = OperationID("tally.progress.liveStats")
  /// `POST /api/progress/season/{id}/mark-watched`
  public static let tallyProgressMarkSeasonWatched = OperationID("tally.progress.markSeasonWatched")
  /// `POST /api/progress/episode/{id}/watched`
  public static let tallyProgressMarkWatched = OperationID("tally.progress.markWatched")
  /// `POST /api/progress/episode/{id}/watching`
  public static let tallyProgressMarkWatching = OperationID("tally.progress.markWatching")
  /// `GET /api/watchlist/{id}/progress`
  public static let tallyProgressProgress = OperationID("tally.progress.progress")
  /// `PUT /api/progress/episode/{id}/rating`
  public static let tallyProgressRate = OperationID("tally.progress.rate")
  /// `PUT /api/watchlist/{id}/progress`
  public static let tallyProgressSet = OperationID("tally.progress.set")
  /// `GET /api/progress/user/stats`
  public static let tallyProgressStats = OperationID("tally.progress.stats")
  /// `POST /api/progress/bulk-update`
  public static let tallyProgressUpdate = OperationID("tally.progress.update")
  /// `GET /api/progress/episodes/currently-watching`
  public static let tallyProgressWatchingNow = OperationID("tally.progress.watchingNow")
  /// `GET /api/ratings/episode/{id}/aggregate`
  public static let tallyRatingAggregateEpisode = OperationID("tally.rating.aggregateEpisode")
  /// `GET /api/ratings/season/{id}/aggregate`
  public static let tallyRatingAggregateSeason = OperationID("tally.rating.aggregateSeason")
  /// `GET /api/ratings/show/{id}/aggregate`
  public static let tallyRatingAggregateShow = OperationID("tally.rating.aggregateShow")
  /// `GET /api/ratings/analytics`
  public static let tallyRatingAnalytics = OperationID("tally.rating.analytics")
  /// `POST /api/ratings/batch`
  public static let tallyRatingBatch = OperationID("tally.rating.batch")
  /// `GET /api/ratings/user/preferences`
  public static let tallyRatingPreferences = OperationID("tally.rating.preferences")
  /// `POST /api/ratings/episode/{id}`
  public static let tallyRatingRateEpisode = OperationID("tally.rating.rateEpisode")
  /// `POST /api/ratings/season/{id}`
  public static let tallyRatingRateSeason = OperationID("tally.rating.rateSeason")
  /// `POST /api/ratings/show/{id}`
  public static let tallyRatingRateShow = OperationID("tally.rating.rateShow")
  /// `GET /api/ratings/user/stats`
  public static let tallyRatingStats = OperationID("tally.rating.stats")
  /// `GET /api/ratings/top-rated`
  public static let tallyRatingTopRated = OperationID("tally.rating.topRated")
  /// `GET /api/recommendations/calendar`
  public static let tallyRecommendationCalendar = OperationID("tally.recommendation.calendar")
  /// `GET /api/recommendations/cancel`
  public static let tallyRecommendationCancel = OperationID("tally.recommendation.cancel")
  /// `POST /api/recommendations/feedback`
  public static let tallyRecommendationFeedback = OperationID("tally.recommendation.feedback")
  /// `GET /api/recommendations/optimization`
  public static let tallyRecommendationOptimization = OperationID("tally.recommendation.optimization")
  /// `GET /api/recommendations/savings-simulator`
  public static let tallyRecommendationSavings = OperationID("tally.recommendation.savings")
  /// `GET /api/recommendations/subscribe`
  public static let tallyRecommendationSubscribe = OperationID("tally.recommendation.subscribe")
  /// `GET /docs`
  public static let tallyServerDocs = OperationID("tally.server.docs")
  /// `GET /api/health`
  public static let tallyServerHealth = OperationID("tally.server.health")
  /// `POST /api/waitlist`
  public static let tallyServerJoinWaitlist = OperationID("tally.server.joinWaitlist")
  /// `GET /openapi.json`
  public static let tallyServerOpenAPI = OperationID("tally.server.openAPI")
  /// `GET /api/tmdb/show/{id}/analyze`
  public static let tallyShowAnalyze = OperationID("tally.show.analyze")
  /// `POST /api/tmdb/batch-analyze`
  public static let tallyShowAnalyzeBatch = OperationID("tally.show.analyzeBatch")
  /// `GET /api/shows/{id}`
  public static let tallyShowDiscover = OperationID("tally.show.discover")
  /// `GET /api/shows/episodes/resolve`
  public static let tallyShowEpisode = OperationID("tally.show.episode")
  /// `GET /api/shows/diagnostics/{id}`
  public static let tallyShowPatternDiagnostics = OperationID("tally.show.patternDiagnostics")
  /// `POST /api/shows/analyze-pattern`
  public static let tallyShowPatternOf = OperationID("tally.show.patternOf")
  /// `POST /api/shows/analyze-pattern`
  public static let tallyShowPatternTitle = OperationID("tally.show.patternTitle")
  /// `GET /api/tmdb/show/{id}/providers`
  public static let tallyShowProviders = OperationID("tally.show.providers")
  /// `GET /api/tmdb/search`
  public static let tallyShowSearch = OperationID("tally.show.search")
  /// `GET /api/tmdb/show/{id}/season/{id}/raw`
  public static let tallyShowSeason = OperationID("tally.show.season")
  /// `GET /api/shows/validate-patterns`
  public static let tallyShowValidatePatterns = OperationID("tally.show.validatePatterns")
  /// `GET /api/streaming-services`
  public static let tallyStreamingServiceAll = OperationID("tally.streamingService.all")
  /// `POST /api/streaming-services/backfill`
  public static let tallyStreamingServiceBackfill = OperationID("tally.streamingService.backfill")
  /// `GET /api/streaming-services/{id}`
  public static let tallyStreamingServiceService = OperationID("tally.streamingService.service")
  /// `POST /api/users/{id}/subscriptions`
  public static let tallySubscriptionAdd = OperationID("tally.subscription.add")
  /// `GET /api/users/{id}/subscriptions`
  public static let tallySubscriptionAll = OperationID("tally.subscription.all")
  /// `DELETE /api/users/{id}/subscriptions/{id}`
  public static let tallySubscriptionRemove = OperationID("tally.subscription.remove")
  /// `PUT /api/users/{id}/subscriptions/{id}`
  public static let tallySubscriptionUpdate = OperationID("tally.subscription.update")
  /// `POST /api/streaming-quota/clear-cache`
  public static let tallyUsageClearCache = OperationID("tally.usage.clearCache")
  /// `GET /api/streaming-quota`
  public static let tallyUsageQuota = OperationID("tally.usage.quota")
  /// `GET /api/streaming-quota/log`
  public static let tallyUsageQuotaLog = OperationID("tally.usage.quotaLog")
  /// `GET /api/usage-stats/debug/recent`
  public static let tallyUsageRecent = OperationID("tally.usage.recent")
  /// `POST /api/streaming-quota/reset`
  public static let tallyUsageResetQuota = OperationID("tally.usage.resetQuota")
  /// `GET /api/usage-stats`
  public static let tallyUsageStats = OperationID("tally.usage.stats")
  /// `GET /api/usage-stats/{id}`
  public static let tallyUsageStatsOf = OperationID("tally.usage.statsOf")
  /// `GET /api/users`
  public static let tallyUserAll = OperationID("tally.user.all")
  /// `POST /api/users`
  public static let tallyUserCreateTestUser = OperationID("tally.user.createTestUser")
  /// `POST /api/users/bulk-create`
  public static let tallyUserCreateTestUsers = OperationID("tally.user.createTestUsers")
  /// `DELETE /api/users/{id}`
  public static let tallyUserDeleteTestUser = OperationID("tally.user.deleteTestUser")
  /// `POST /api/users/login`
  public static let tallyUserLogIn = OperationID("tally.user.logIn")
  /// `GET /api/users/{id}/profile`
  public static let tallyUserProfile = OperationID("tally.user.profile")
  /// `POST /api/users/signup`
  public static let tallyUserSignUp = OperationID("tally.user.signUp")
  /// `PUT /api/users/{id}`
  public static let tallyUserUpdate = OperationID("tally.user.update")
  /// `POST /api/watchlist`
  public static let tallyWatchlistAdd = OperationID("tally.watchlist.add")
  /// `GET /api/watchlist`
  public static let tallyWatchlistAll = OperationID("tally.watchlist.all")
  /// `GET /api/watchlist/watching/{id}`
  public static let tallyWatchlistDetail = OperationID("tally.watchlist.detail")
  /// `DELETE /api/watchlist/{id}`
  public static let tallyWatchlistRemove = OperationID("tally.watchlist.remove")
  /// `POST /api/watchlist/search-and-add`
  public static let tallyWatchlistSearchAndAdd = OperationID("tally.watchlist.searchAndAdd")
  /// `PUT /api/watchlist/{id}/buffer`
  public static let tallyWatchlistSetBufferDays = OperationID("tally.watchlist.setBufferDays")
  /// `PUT /api/watchlist/{id}/country`
  public static let tallyWatchlistSetCountry = OperationID("tally.watchlist.setCountry")
  /// `PUT /api/watchlist/{id}/notes`
  public static let tallyWatchlistSetNotes = OperationID("tally.watchlist.setNotes")
  /// `PUT /api/watchlist/{id}/provider`
  public static let tallyWatchlistSetProvider = OperationID("tally.watchlist.setProvider")
  /// `PUT /api/watchlist/{id}/rating`
  public static let tallyWatchlistSetRating = OperationID("tally.watchlist.setRating")
  /// `PUT /api/watchlist/{id}/status`
  public static let tallyWatchlistSetStatus = OperationID("tally.watchlist.setStatus")
  /// `GET /api/watchlist/stats`
  public static let tallyWatchlistStats = OperationID("tally.watchlist.stats")
  /// `GET /api/watchlist/watching`
  public static let tallyWatchlistWatching = OperationID("tally.watchlist.watching")
}

/// Steps of this device, without a request of their own.
extension OperationID {
  static let tallyAccount = OperationID("tally.account")
  static let tallyCalendar = OperationID("tally.calendar")
  static let tallyEntryWrite = OperationID("tally.entry.write")
  static let tallyEpisodeRead = OperationID("tally.episode.read")
  static let tallyIntent = OperationID("tally.intent")
  static let tallyProgressMarkSeason = OperationID("tally.progress.markSeason")
  static let tallyProgressMarkShow = OperationID("tally.progress.markShow")
  static let tallyRatingRate = OperationID("tally.rating.rate")
  static let tallySearch = OperationID("tally.search")
  static let tallySubscriptionWrite = OperationID("tally.subscription.write")
}
