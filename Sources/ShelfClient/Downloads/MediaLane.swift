import MediaCore

/// The parts of one service that its files are requested through.
final class MediaLane: Sendable {
  let client: ServiceClient
  let items: any ItemAPI
  let libraries: any LibraryAPI
  let media: any MediaAPI

  init(client: ServiceClient, roles: ShelfRoles) {
    (self.client, items, libraries, media) = (client, roles.items, roles.libraries, roles.media)
  }
}
