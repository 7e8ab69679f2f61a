import MediaCore
import MediaTesting
import ShelfClient

/// Listening with the player and an engine that plays silence.
@MainActor
struct ListeningUse: Use {
  let phone: Phone
  let random: SeededRandom
  let ledger: Ledger

  private var player: PlayerViewModel { phone.player }
  private var owner: Ledger.Owner { phone.identity.owner("shelf") }
  private var shelfUse: ShelfUse { ShelfUse(phone: phone, random: random, ledger: ledger) }

  var actions: [Action] {
    [
      Action("listen", "shelf", 4) { try await listen() },
      Action("listen on", "shelf", 1) { try await listenOn() },
      Action("controls", "shelf", 2) { controls() },
      Action("pause", "shelf", 2) { try await pause() },
      Action("close the player", "shelf", 1) { try await close() },
    ]
  }

  /// Drops the expected place of an item as soon as the player plays it: its place is noted again at the pause.
  func follow() {
    player.onChange = { [ledger, owner] state in
      if let id = state.id, state.isPlaying { ledger.forget("progress \(id)", of: owner) }
    }
  }

  func listen() async throws {
    try await pause()
    var ids = phone.latest.state.entries.value?.map(\.id) ?? []
    ids += (await shelfUse.books()).compactMap(\.playable)
    guard let id = random.any(ids) else { return }
    ledger.forget("progress \(id)", of: owner)
    player.open(id)
    for _ in 0..<40 where !player.state.isPlaying && player.state.phase != .failed {
      try await Task.sleep(for: .milliseconds(250))
    }
    controls()
    try await Task.sleep(for: .seconds(random.number(0.5, 3)))
    if !random.oneIn(3) { try await pause() }
  }

  /// Plays several short episodes, one after the other.
  private func listenOn() async throws {
    try await pause()
    let short = (phone.latest.state.entries.value ?? []).filter { ($0.duration ?? 0) < 20 }
    guard !short.isEmpty else { return }
    for entry in short { ledger.forget("progress \(entry.id)", of: owner) }
    _ = try await player.playAll(short)
    player.setSpeed(PlaybackSpeed(3))
    try await Task.sleep(for: .seconds(random.number(4, 9)))
    player.setSpeed(PlaybackSpeed(1))
    try await pause()
    for entry in short where entry.id != player.state.id { try await shelfUse.note(entry.id) }
  }

  private func controls() {
    guard player.state.phase == .ready else { return }
    switch random.next() % 8 {
    case 0: player.skipForward()
    case 1: player.skipBackward()
    case 2: player.seek(toFraction: random.number(0.05, 0.9))
    case 3: player.setSpeed(PlaybackSpeed(random.pick([1, 1.25, 1.5, 2])))
    case 4: player.setSleepTimer(random.pick([.duration(600), .endOfChapter]))
    case 5: player.cancelSleepTimer()
    case 6: player.nextChapter()
    default: player.undoJump()
    }
    if let id = player.state.id { ledger.forget("progress \(id)", of: owner) }
  }

  /// Pauses, and expects the server to have the place.
  func pause() async throws {
    player.pause()
    await player.settled()
    if let id = player.state.id, !player.state.isPlaying { try await shelfUse.note(id) }
  }

  func close() async throws {
    let id = player.state.id
    player.close()
    await player.settled()
    if let id { try await shelfUse.note(id) }
  }
}
