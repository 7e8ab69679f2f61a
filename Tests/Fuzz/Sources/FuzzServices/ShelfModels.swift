import Foundation
import Harness

@testable import MediaCore
@testable import ShelfClient

/// The models that answers, files and events are read into.
let shelfModels: [any Model.Type] = [
  Artwork.self, AudioFile.self, AudioProperties.self, AudioTrack.self, AuthFormData.self, Author.self,
  AuthorSeries.self, BatchProgressUpdate.self, Book.self, BookCollection.self, BookCollectionDraft.self,
  BookCollectionUpdate.self, BookMetadata.self, BookSeries.self, Bookmark.self, BrowseNode.self, Chapter.self,
  ChapterList.self, ChapterOrder.self, DeviceInfo.self, Download.self, DownloadQueue.self, DownloadRules.self,
  EReaderDevice.self, Enclosure.self, Episode.self, FeedEpisode.self, FileMetadata.self, FileVersion.self,
  FilterData.self, FinishedBook.self, FoundPodcast.self, GenreTime.self, HomeShelf.self, ItemPlaybackSettings.self,
  ItemSequence.self, ItemShare.self, KnownProgress.self, Library.self, LibraryDetail.self, LibraryFile.self,
  LibraryFolder.self, LibraryReport.self, LibrarySettings.self, ListenedItem.self, ListeningStats.self,
  LocalItem.self, LocalListening.self, LocalSession.self, LocalSessionResult.self, Login.self, LoginSession.self,
  LoginTokens.self, MediaProgress.self, MonthTime.self, NamedReference.self, NamedTime.self, Narrator.self,
  NowPlayingSnapshot.self, OPMLFeed.self, PlayableID.self, PlayableTrack.self, PlaybackSession.self,
  PlaybackTimeline.self, Playlist.self, PlaylistDraft.self, PlaylistEntry.self, PlaylistItem.self,
  PlaylistUpdate.self, Podcast.self, PodcastFeed.self, PodcastMetadata.self, ProgressConflict.self,
  ProgressUpdate.self, QueueEntry.self, RSSFeedInfo.self, RSSFeedMeta.self, RecentEpisode.self, RemovedDownload.self,
  SearchResults.self, SearchTerm.self, Series.self, SeriesMatch.self, SeriesProgress.self, ServerSettings.self,
  ServerStatus.self, SessionSync.self, Shelf.self, ShelfItem.self, ShelfRow.self, ShelfSnapshot.self, User.self,
  UserPermissions.self, YearStats.self,
]
