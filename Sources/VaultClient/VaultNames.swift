/// A second name for ``Episode``. Use it in files that also import `TallyKit` or `ShelfClient`, because these modules declare other types
/// with the name `Episode`.
public typealias VaultEpisode = Episode

/// A second name for ``SearchResult``. Use it in files that also import `TallyKit`, because `TallyKit` declares another type with the name
/// `SearchResult`.
public typealias VaultSearchResult = SearchResult

/// A second name for ``Series``. Use it in files that also import `ShelfClient`, because `ShelfClient` declares another type with the name
/// `Series`.
public typealias VaultSeries = Series

/// A second name for ``User``. Use it in files that also import `TallyKit` or `ShelfClient`, because these modules declare other types with
/// the name `User`.
public typealias VaultUser = User
