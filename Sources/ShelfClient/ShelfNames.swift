/// ``Episode``, for an app that also imports `TallyKit` and `VaultClient`, where the name means another type.
public typealias ShelfEpisode = Episode

/// ``ProgressConflict``, for an app that also imports `TallyKit`, where the name means another type.
public typealias ShelfProgressConflict = ProgressConflict

/// ``Series``, for an app that also imports `VaultClient`, where the name means another type.
public typealias ShelfSeries = Series

/// ``User``, for an app that also imports `TallyKit` and `VaultClient`, where the name means another type.
public typealias ShelfUser = User
