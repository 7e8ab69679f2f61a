/// Another name of ``Episode``, for files that also import `ShelfClient` or `VaultClient`, where `Episode` is another type.
public typealias TallyEpisode = Episode

/// Another name of ``ProgressConflict``, for files that also import `ShelfClient`, where `ProgressConflict` is another type.
public typealias TallyProgressConflict = ProgressConflict

/// Another name of ``SearchResult``, for files that also import `VaultClient`, where `SearchResult` is another type.
public typealias TallySearchResult = SearchResult

/// Another name of ``User``, for files that also import `ShelfClient` or `VaultClient`, where `User` is another type.
public typealias TallyUser = User

/// Another name of ``WatchStatus``, for files that also import `HubClient`, where `WatchStatus` is another type.
public typealias TallyWatchStatus = WatchStatus
