import MediaCore

/// The parts of one service that its files are requested through.
final class MediaLane: Sendable {
  let client: ServiceClient
  let items: any ItemAPI
  let media: any MediaAPI

  init(client: ServiceClient, items: any ItemAPI, media: any MediaAPI) {
    (self.client, self.items, self.media) = (client, items, media)
  }
}
