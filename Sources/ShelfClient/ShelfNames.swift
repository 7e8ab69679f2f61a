/// Another name of ``Episode``, for files that also import `TallyKit` or `VaultClient`, where `Episode` is another type.
public typealias ShelfEpisode = Episode

/// Another name of ``ProgressConflict``, for files that also import `TallyKit`, where `ProgressConflict` is another type.
public typealias ShelfProgressConflict = ProgressConflict

/// Another name of ``Series``, for files that also import `VaultClient`, where `Series` is another type.
public typealias ShelfSeries = Series

/// Another name of ``User``, for files that also import `TallyKit` or `VaultClient`, where `User` is another type.
public typealias ShelfUser = User
