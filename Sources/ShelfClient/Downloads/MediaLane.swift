import MediaCore

/// The parts of one service that its files are requested through.
final class MediaLane: Sendable {
  let client: ServiceClient
  let items: any ItemAPI
  let libraries: any LibraryAPI
  let media: any MediaAPI
  let playlists: any PlaylistAPI

  init(client: ServiceClient, roles: ShelfRoles) {
    (self.client, items, libraries) = (client, roles.items, roles.libraries)
    (media, playlists) = (roles.media, roles.playlists)
  }
}
