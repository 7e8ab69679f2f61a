/// ``WatchStatus``, for an app that also imports `TallyKit`, where the name means another type.
public typealias HubWatchStatus = WatchStatus
