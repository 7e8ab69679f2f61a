import Foundation
import Harness

@testable import MediaCore
@testable import VaultClient

/// The models that answers, files and events are read into.
let vaultModels: [any Model.Type] = [
  AccountInfo.self, Auth0Settings.self, AutomationResult.self, BulkResult.self, Episode.self, EpisodeDetails.self,
  EpisodeFields.self, EpisodePosition.self, FullSeriesImport.self, ImportProgress.self, ItemMark.self,
  JellyfinLibraries.self, JellyfinLibrary.self, LibraryCounts.self, LibraryImport.self, LibraryImportResult.self,
  LibraryScan.self, ListDraft.self, ListItem.self, ListTarget.self, ListTargetsPage.self, ListTransfer.self,
  Movie.self, MovieChange.self, MovieCollection.self, MovieFields.self, MovieImport.self, NewReleaseCounts.self,
  NewSeries.self, NewTitles.self, SearchResult.self, SequelsImport.self, Series.self, SeriesImport.self,
  ServerBuild.self, ServerHealth.self, ServerMarker.self, SkippedTitle.self, ToggleResult.self, TransferResult.self,
  UnwatchedList.self, User.self, VaultConflict.self, VaultList.self, WatchedCount.self, Watchlist.self,
]
