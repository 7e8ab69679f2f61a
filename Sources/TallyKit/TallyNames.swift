/// ``Episode``, for an app that also imports `ShelfClient` and `VaultClient`, where the name means another type.
public typealias TallyEpisode = Episode

/// ``ProgressConflict``, for an app that also imports `ShelfClient`, where the name means another type.
public typealias TallyProgressConflict = ProgressConflict

/// ``SearchResult``, for an app that also imports `VaultClient`, where the name means another type.
public typealias TallySearchResult = SearchResult

/// ``User``, for an app that also imports `ShelfClient` and `VaultClient`, where the name means another type.
public typealias TallyUser = User

/// ``WatchStatus``, for an app that also imports `HubClient`, where the name means another type.
public typealias TallyWatchStatus = WatchStatus
