/// Another name of ``Episode``, for an app that also imports `TallyKit` or `VaultClient`: each of them has a type `Episode` of its own.
public typealias ShelfEpisode = Episode

/// Another name of ``ProgressConflict``, for an app that also imports `TallyKit`, which has a type `ProgressConflict` of its own.
public typealias ShelfProgressConflict = ProgressConflict

/// Another name of ``Series``, for an app that also imports `VaultClient`, which has a type `Series` of its own.
public typealias ShelfSeries = Series

/// Another name of ``User``, for an app that also imports `TallyKit` or `VaultClient`: each of them has a type `User` of its own.
public typealias ShelfUser = User
