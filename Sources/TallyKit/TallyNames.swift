/// Another name for ``Episode``. Use it in an app that also imports `ShelfClient` or `VaultClient`, each of which has a different type of
/// the same name.
public typealias TallyEpisode = Episode

/// Another name for ``ProgressConflict``. Use it in an app that also imports `ShelfClient`, which has a different type of the same name.
public typealias TallyProgressConflict = ProgressConflict

/// Another name for ``SearchResult``. Use it in an app that also imports `VaultClient`, which has a different type of the same name.
public typealias TallySearchResult = SearchResult

/// Another name for ``User``. Use it in an app that also imports `ShelfClient` or `VaultClient`, each of which has a different type of the
/// same name.
public typealias TallyUser = User

/// Another name for ``WatchStatus``. Use it in an app that also imports `HubClient`, which has a different type of the same name.
public typealias TallyWatchStatus = WatchStatus
