/// ``Episode`` under a name of its own, for files that also import `TallyKit` or `ShelfClient`, where `Episode` is another type.
public typealias VaultEpisode = Episode

/// ``SearchResult`` under a name of its own, for files that also import `TallyKit`, where `SearchResult` is another type.
public typealias VaultSearchResult = SearchResult

/// ``Series`` under a name of its own, for files that also import `ShelfClient`, where `Series` is another type.
public typealias VaultSeries = Series

/// ``User`` under a name of its own, for files that also import `TallyKit` or `ShelfClient`, where `User` is another type.
public typealias VaultUser = User
