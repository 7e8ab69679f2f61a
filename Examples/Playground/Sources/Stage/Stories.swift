import Foundation
import MediaCore
import MediaTesting
import Panels
import ShelfClient
import ShelfTesting
import VaultClient
import VaultTesting

extension Story {
  /// Marked offline, killed, relaunched, sent, read back.
  static let offlineMark = Story(
    name: "offline-mark", title: "A mark that outlives the app",
    summary: "Marked without a network, the app killed, started again, the mark sent and read back.",
    steps: [
      Step("The phone has no network.") { stage, notes in
        stage.phone.conditions.isDown = true
        notes.number = try await stage.film(watched: false)
      } isSeen: { stage, notes in
        stage.phone.shows(film: notes.number, .unwatched)
      },
      Step("A film is marked as watched on the phone, and is shown as watched at once.") { stage, notes in
        stage.phone.vault.library.setWatched(true, for: .movie(notes.number))
      } isSeen: { stage, notes in
        stage.phone.shows(film: notes.number, .all) && stage.phone.kept.hasOpen
      },
      Step("The app is killed and started again: the film is still shown as watched.") { stage, notes in
        stage.phone.killAndRelaunch()
        await stage.pass(.seconds(2))
      } isSeen: { stage, notes in
        stage.phone.shows(film: notes.number, .all) && stage.phone.kept.hasOpen
      },
      Step("The network is back: the server has the mark.") { stage, notes in
        stage.phone.conditions.isDown = false
        await stage.pass(.seconds(60))
      } isSeen: { stage, notes in
        stage.servers.vault.isWatched(movie: notes.number, of: VaultWorld.account.username) == true
      },
      Step("The mark was read back from the server, and nothing waits any more.") { stage, _ in
        !stage.phone.kept.hasOpen && stage.phone.kept.lines.contains { $0.stage == "read back" }
      },
    ])

  /// Two devices in conflict, and the undo.
  static let conflict = Story(
    name: "conflict", title: "Two devices change the same title",
    summary: "One title is kept, the other one is listed, and undo brings it back.",
    steps: [
      Step("The phone, without a network, names a film “Named on the phone”.") { stage, notes in
        notes.number = try await stage.film(watched: nil)
        stage.phone.conditions.isDown = true
        stage.phone.vault.library.update(notes.number, MovieChange(title: "Named on the phone"))
      } isSeen: { stage, notes in
        stage.phone.title(ofFilm: notes.number) == "Named on the phone"
      },
      Step("A minute later the tablet names it “Named on the tablet”; the server has that.") { stage, notes in
        await stage.pass(.seconds(60))
        stage.tablet.vault.library.update(notes.number, MovieChange(title: "Named on the tablet"))
        await stage.pass(.seconds(30))
      } isSeen: { stage, notes in
        try await stage.serverTitle(ofFilm: notes.number) == "Named on the tablet"
      },
      Step("The phone’s network is back: phone and server agree, and the title that lost is listed.") {
        stage, notes in
        stage.phone.conditions.isDown = false
        await stage.pass(.seconds(60))
        await stage.phone.sendNow()
        notes.text = try await stage.serverTitle(ofFilm: notes.number)
      } isSeen: { stage, notes in
        stage.phone.vault.openConflicts.count == 1 && stage.phone.title(ofFilm: notes.number) == notes.text
      },
      Step("Undo on the phone: the other title is back, on the server too.") { stage, notes in
        if let conflict = stage.phone.vault.openConflicts.first { stage.phone.vault.undo(conflict) }
        await stage.pass(.seconds(60))
      } isSeen: { stage, notes in
        let title = try await stage.serverTitle(ofFilm: notes.number)
        return title != notes.text && title.hasPrefix("Named on the") && stage.phone.vault.openConflicts.isEmpty
      },
    ])

  /// An answer lost, and nothing counted twice.
  static let lostAnswer = Story(
    name: "lost-answer", title: "An answer is lost, and no second is counted twice",
    summary: "A minute of listening reaches the server, its answer does not reach the phone.",
    steps: [
      Step("An episode plays on the phone for a minute.") { stage, notes in
        notes.number = stage.listened(since: 0)
        let id = try await stage.episode().id
        let player = stage.phone.shelf.player
        player.open(id, autoPlay: false)
        try await stage.wait { player.state.phase == .ready }
        notes.start = player.state.position
        player.play()
        await stage.pass(.seconds(60))
      } isSeen: { stage, notes in
        let player = stage.phone.shelf.player
        return player.state.isPlaying && (60...70).contains(player.state.position - notes.start)
      },
      Step("Answers get lost from now on. Pause: the server takes what was heard.") { stage, notes in
        stage.phone.conditions.losesAnswers = true
        stage.phone.shelf.player.pause()
        notes.count = Int((stage.phone.shelf.player.state.position - notes.start).rounded())
        await stage.pass(.seconds(20))
      } isSeen: { stage, notes in
        stage.listened(since: notes.number) == notes.count
      },
      Step("The network is whole again; the phone looks before it repeats anything. Not a second more.") {
        stage, notes in
        stage.phone.conditions.losesAnswers = false
        await stage.pass(.seconds(600))
        await stage.phone.sendNow()
        stage.phone.shelf.player.close()
        await stage.pass(.seconds(10))
      } isSeen: { stage, notes in
        stage.listened(since: notes.number) == notes.count && !stage.phone.kept.hasOpen
      },
    ])

  /// A token renewed once for 200 calls.
  static let renewal = Story(
    name: "renewal", title: "One renewal for two hundred calls",
    summary: "The token has run out when two hundred calls need it at once.",
    steps: [
      Step("The phone is without a network for an hour: its token is no longer accepted.") { stage, notes in
        stage.phone.conditions.isDown = true
        await stage.pass(.seconds(3601))
        notes.number = stage.phoneRenewals
      } isSeen: { stage, _ in
        stage.phone.conditions.isDown
      },
      Step("The network is back, and two hundred calls begin at once. Each gets its answer.") { stage, notes in
        stage.phone.conditions.isDown = false
        notes.count = await stage.answeredSearches(200)
      } isSeen: { _, notes in
        notes.count == 200
      },
      Step("The token was renewed once.") { stage, notes in
        stage.phoneRenewals - notes.number == 1
      },
    ])

  /// A download killed at any byte.
  static let killedDownload = Story(
    name: "killed-download", title: "A download that is killed again and again",
    summary: "The app dies in the midst of its writes; each launch goes on where the last one ended.",
    steps: [
      Step("The phone downloads an episode, and dies after a few thousand bytes.") { stage, notes in
        let episode = try await stage.episode()
        notes.text = "\(episode.id)"
        stage.phone.shelf.downloads.remove(episode.id)
        await stage.pass(.seconds(1))
        stage.phone.launch.die(afterWriting: 5000)
        stage.phone.shelf.downloads.download(episode.id, title: episode.title)
      } isSeen: { stage, _ in
        !stage.phone.launch.isRunning
      },
      Step("Six more launches die in the midst of a write, after 1 to 60,000 bytes.") { stage, notes in
        notes.count = 0
        for bytes in [1, 777, 4096, 9999, 30_000, 60_000] {
          stage.phone.relaunch()
          stage.phone.launch.die(afterWriting: bytes)
          await stage.pass(.seconds(30))
          if !stage.phone.launch.isRunning { notes.count += 1 }
          stage.phone.kill()
        }
      } isSeen: { _, notes in
        notes.count >= 4
      },
      Step("The next one goes on to the end: the file is the server’s, byte for byte.") { stage, notes in
        stage.phone.relaunch()
        await stage.pass(.seconds(60))
      } isSeen: { stage, notes in
        guard let id = PlayableID(notes.text) else { return false }
        return try await stage.isWhole(id)
      },
    ])
}
