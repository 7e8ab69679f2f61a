/// Files that several processes use: one owns the folder and writes, others read and hand changes over.
extension AccountStorage {
  /// Reacts to a write of another process into the account folder. If this process owns the folder, it adds the changes that the other
  /// process has left there to its own queue, and sends them. If this process only reads the folder, its stores read their files again and
  /// notify their observers.
  ///
  /// This method is called after each signal of ``ClientEnvironment/signal``. The process that owns the folder also looks for such changes
  /// whenever its app comes to the front.
  public func folderChanged() async {
    // If the sign-in cannot be read now, keep the one in memory.
    if environment.isReading { try? await session?.readAgain() }
    for action in folderActions.elements { await action() }
  }

  /// Runs `action` when another process has written into the folder, until the token is released.
  func onFolderChange(_ action: @escaping @Sendable () async -> Void) -> ObservationToken { folderActions.add(action) }

  /// Follows the environment's signal: the owner to changes that were handed over, other processes to all news.
  func followSignal() -> [ObservationToken] {
    let news: [FolderNews] = environment.isReading ? FolderNews.allCases : [.handedOver]
    return news.map { news in
      environment.signal.observe(news) { [weak self] in Task { await self?.folderChanged() } }
    }
  }

  /// Tells the processes that read that this one has written.
  func noteWritten() { if !environment.isReading { environment.signal.post(.written) } }
}
