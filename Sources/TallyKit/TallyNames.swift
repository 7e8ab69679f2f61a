/// Alias of ``Episode``, for files that also import `ShelfClient` or `VaultClient`, where `Episode` is another type.
public typealias TallyEpisode = Episode

/// Alias of ``ProgressConflict``, for files that also import `ShelfClient`, where `ProgressConflict` is another type.
public typealias TallyProgressConflict = ProgressConflict

/// Alias of ``SearchResult``, for files that also import `VaultClient`, where `SearchResult` is another type.
public typealias TallySearchResult = SearchResult

/// Alias of ``User``, for files that also import `ShelfClient` or `VaultClient`, where `User` is another type.
public typealias TallyUser = User

/// Alias of ``WatchStatus``, for files that also import `HubClient`, where `WatchStatus` is another type.
public typealias TallyWatchStatus = WatchStatus
