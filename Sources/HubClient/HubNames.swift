/// A second name for ``WatchStatus``. Use it in files that also import `TallyKit`, because `TallyKit` declares another type with the name
/// `WatchStatus`.
public typealias HubWatchStatus = WatchStatus
