/// ``Episode`` under a name of its own, for files that also import `TallyKit` or `VaultClient`, where `Episode` is another type.
public typealias ShelfEpisode = Episode

/// ``ProgressConflict`` under a name of its own, for files that also import `TallyKit`, where `ProgressConflict` is another type.
public typealias ShelfProgressConflict = ProgressConflict

/// ``Series`` under a name of its own, for files that also import `VaultClient`, where `Series` is another type.
public typealias ShelfSeries = Series

/// ``User`` under a name of its own, for files that also import `TallyKit` or `VaultClient`, where `User` is another type.
public typealias ShelfUser = User
