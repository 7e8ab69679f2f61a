/// Another name for ``Episode``. Use it in an app that also imports `TallyKit` or `ShelfClient`, which have their own `Episode`.
public typealias VaultEpisode = Episode

/// Another name for ``SearchResult``. Use it in an app that also imports `TallyKit`, which has its own `SearchResult`.
public typealias VaultSearchResult = SearchResult

/// Another name for ``Series``. Use it in an app that also imports `ShelfClient`, which has its own `Series`.
public typealias VaultSeries = Series

/// Another name for ``User``. Use it in an app that also imports `TallyKit` or `ShelfClient`, which have their own `User`.
public typealias VaultUser = User
