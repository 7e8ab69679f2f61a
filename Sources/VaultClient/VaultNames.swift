/// ``Episode``, for an app that also imports `TallyKit` and `ShelfClient`, where the name means another type.
public typealias VaultEpisode = Episode

/// ``SearchResult``, for an app that also imports `TallyKit`, where the name means another type.
public typealias VaultSearchResult = SearchResult

/// ``Series``, for an app that also imports `ShelfClient`, where the name means another type.
public typealias VaultSeries = Series

/// ``User``, for an app that also imports `TallyKit` and `ShelfClient`, where the name means another type.
public typealias VaultUser = User
