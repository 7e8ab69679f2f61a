/// Alias of ``Episode``, for files that also import `TallyKit` or `VaultClient`, where `Episode` is another type.
public typealias ShelfEpisode = Episode

/// Alias of ``ProgressConflict``, for files that also import `TallyKit`, where `ProgressConflict` is another type.
public typealias ShelfProgressConflict = ProgressConflict

/// Alias of ``Series``, for files that also import `VaultClient`, where `Series` is another type.
public typealias ShelfSeries = Series

/// Alias of ``User``, for files that also import `TallyKit` or `VaultClient`, where `User` is another type.
public typealias ShelfUser = User
