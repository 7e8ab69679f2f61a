/// Another name of ``WatchStatus``, for an app that also imports `TallyKit`, in which `WatchStatus` is a different type.
public typealias HubWatchStatus = WatchStatus
