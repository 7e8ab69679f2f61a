import MediaCore

extension SearchViewModel {
  /// Saves the provider with which the user watches a show. A show that is not on the watchlist is first added with the status `watching`.
  public func selectProvider(_ provider: WatchProvider, for show: TMDBID) {
    save(provider.providerId, provider.name, ProviderSelection(provider), for: show)
  }

  /// Removes the chosen provider of a show, also if the user chose the provider in an earlier launch.
  public func clearProvider(for show: TMDBID) {
    screen.activities.start("clear-\(show)", replacing: false) { [weak self] in
      await self?.readEntry(show)
      guard let self, let selected = state.selectedProviderByTmdb[show] else { return }
      save(selected, "-", nil, for: show)
    }
  }

  private func save(_ chip: Int, _ name: String, _ selection: ProviderSelection?, for show: TMDBID) {
    guard state.savingProvider[show] == nil else { return }
    screen.state.savingProvider[show] = chip
    log("[Provider] select name=\(name) id=\(chip) (saving)")
    screen.activities.start("provider-\(show)", replacing: false) { [weak self] in
      guard let self else { return }
      defer { self.screen.state.savingProvider[show] = nil }
      do throws(ClientError) {
        let submission = try await self.screen.inOrder { () async throws(ClientError) in
          try await self.requireAccount()
          return try await self.tally.watchlistStore.setProvider(selection, of: show, title: self.title(of: show))
        }
        let outcome = await self.delivered(submission)
        guard try await self.tally.client.accounts.account() == submission.account else { return }
        switch outcome {
        case .written, .synced:
          await self.readEntry(show)
          self.say(self.texts("tally.provider.saved", english: "Provider saved"))
          self.log("[Provider] saved userShowId=\(self.state.userShowIdByTmdb[show]?.rawValue ?? "-")")
        case .waiting(let error):
          self.screen.noticeRefusal(of: submission)
          await self.readEntry(show)
          if let error, !error.isTransient { throw error }
          self.say(
            self.texts(
              "tally.provider.waiting", english: "The provider is saved on this device and will be sent later"))
        case .refused(let error):
          await self.readEntry(show)
          throw error
        case .superseded: await self.readEntry(show)
        }
      } catch {
        self.log("[Provider] error=\(error.logText)")
        self.trouble(error)
      }
    }
  }

  /// Adds a show to the watchlist with the status `watchlist`. Call this method when the user taps the clock in the header. A show that is
  /// already being watched or completed keeps its status.
  public func addToWatchlist(_ show: TMDBID) { add(show, as: .watchlist) }

  /// Adds a show to the watchlist with the status `watching`. A completed show keeps its status.
  public func addToWatching(_ show: TMDBID) { add(show, as: .watching) }

  private func add(_ show: TMDBID, as status: WatchStatus) {
    guard show.rawValue != 0 else {
      screen.state.notice = texts(
        "tally.search.cannotAdd", english: "Cannot add this show - missing required information")
      return
    }
    screen.activities.start("add-\(show)", replacing: false) { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let submission = try await self.screen.inOrder { () async throws(ClientError) in
          try await self.requireAccount()
          return try await self.tally.watchlistStore.add(show, as: status, title: self.title(of: show))
        }
        let outcome = await self.delivered(submission)
        guard try await self.tally.client.accounts.account() == submission.account else { return }
        switch outcome {
        case .written, .synced, .superseded:
          await self.readEntry(show)
          self.say(self.texts("tally.watchlist.added", english: "Added to Watchlist"))
          self.log(
            "[Watchlist] added id=\(self.state.userShowIdByTmdb[show]?.rawValue ?? "-") status=\(status)")
        case .waiting(let error):
          self.screen.noticeRefusal(of: submission)
          if let error, !error.isTransient { throw error }
          self.say(
            self.texts("tally.watchlist.waiting", english: "The show is saved on this device and will be added later"))
        case .refused(let error): throw error
        }
      } catch {
        self.log("[Watchlist] error=\(error.logText)")
        self.trouble(error)
      }
    }
  }

  /// Waits until the change is read back, which brings the entry's id. If reading fails, the server's acceptance is the outcome.
  private func delivered(_ submission: Submission) async -> MutationOutcome {
    let written = await submission.sent(readsBack: false)
    guard written.isDelivered, case .refused(let error) = await submission.sent() else { return written }
    return .refused(error)
  }
}
