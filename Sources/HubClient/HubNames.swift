/// ``WatchStatus`` under a name of its own, for files that also import `TallyKit`, where `WatchStatus` is another type.
public typealias HubWatchStatus = WatchStatus
