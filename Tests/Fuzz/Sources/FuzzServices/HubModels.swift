import Foundation
import Harness

@testable import HubClient
@testable import MediaCore

/// The models that answers, files and events are read into.
let hubModels: [any Model.Type] = [
  ChannelRegistration.self, FeedFilter.self, FeedGap.self, FeedPage.self, FeedPosition.self, HealthQuota.self,
  HealthStats.self, HubHealth.self, Reconciliation.self, RegistrationProgress.self, Video.self, WatchConflict.self,
  WatchRecord.self, WorkerChannel.self, WorkerRegistration.self, WorkerVideo.self, WorkerVideoBatch.self,
  YouTubeAvailability.self,
]
