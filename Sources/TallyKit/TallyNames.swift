/// ``Episode`` under a name of its own, for files that also import `ShelfClient` or `VaultClient`, where `Episode` is another type.
public typealias TallyEpisode = Episode

/// ``ProgressConflict`` under a name of its own, for files that also import `ShelfClient`, where `ProgressConflict` is another type.
public typealias TallyProgressConflict = ProgressConflict

/// ``SearchResult`` under a name of its own, for files that also import `VaultClient`, where `SearchResult` is another type.
public typealias TallySearchResult = SearchResult

/// ``User`` under a name of its own, for files that also import `ShelfClient` or `VaultClient`, where `User` is another type.
public typealias TallyUser = User

/// ``WatchStatus`` under a name of its own, for files that also import `HubClient`, where `WatchStatus` is another type.
public typealias TallyWatchStatus = WatchStatus
