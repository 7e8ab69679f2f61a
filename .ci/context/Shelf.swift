import Foundation
import MediaCore
import ShelfClient

var id: PlayableID { given() }
var episode: PlayableID { given() }
var other: PlayableID { given() }
var library: Library { given() }
var item: ShelfItem { given() }
var entry: QueueEntry { given() }
var row: ShelfRow { given() }
var tracks: [PlayableTrack] { given() }
var progress: any ProgressAPI { given() }
var redirect: URL { given() }
@MainActor var engine: any PlaybackEngine { given() }
@MainActor var player: PlayerViewModel { given() }

/// The app's own function that shows a picture.
func show(_ picture: Data) {}
/// The app's own web view or `ASWebAuthenticationSession`.
func openInBrowser(_ page: URL) async -> URL { given() }

/// An app's own folder of files.
struct Folder: Sendable {
  func file(of id: PlayableID) -> (url: URL, duration: Double)? { given() }
}
var folder: Folder { given() }
@MainActor var latest: LatestViewModel { given() }
