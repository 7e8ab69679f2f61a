#if canImport(OSLog)
  import OSLog

  extension EventLog {
    /// From this call on, copies each entry that is added to this log to the system's log, until the returned token is released.
    ///
    /// Entries are not redacted in the system's log, because they contain no address, header, body or credential.
    /// - Parameters:
    ///   - subsystem: the app's bundle identifier.
    ///   - category: the category that Console shows, such as the name of the service.
    ///   - level: the lowest level that is copied. Entries below this level are not copied.
    public func forwardToSystemLog(
      subsystem: String, category: String = "MediaClients", level: Level = .debug
    ) -> ObservationToken {
      let logger = Logger(subsystem: subsystem, category: category)
      return forward(level) { entry in
        logger.log(level: entry.level.systemLevel, "\(entry.message, privacy: .public)")
      }
    }
  }

  extension EventLog.Level {
    fileprivate var systemLevel: OSLogType {
      switch self {
      case .debug: .debug
      case .info: .info
      // `OSLogType` has no level for warnings, so log them at the default level.
      case .warning: .default
      case .error: .error
      }
    }
  }
#endif
