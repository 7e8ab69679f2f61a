extension ClientError {
  /// Sentences for the reasons of services that hand over files and audio, by ``detail``.
  static let mediaEntries: [String: Texts.Entry] = [
    "noAudio": .init("error.media.noAudio", english: "There is nothing to listen to in this item."),
    "ebookOnly": .init("error.media.ebookOnly", english: "This is an ebook. There is nothing to listen to in it."),
    "podcastNeedsEpisode": .init("error.media.podcastNeedsEpisode", english: "Choose an episode of this podcast."),
    "serverTooOld": .init("error.media.serverTooOld", english: "This server is too old for that."),
    "tooShort": .init(
      "error.media.tooShort", english: "The server sent only a part of the file. It is tried again later."),
    "wrongSize": .init("error.media.wrongSize", english: "The server sent another file than the one that it lists."),
    "notTheFile": .init(
      "error.media.notTheFile", english: "Something else came in place of the file, perhaps from a proxy."),
    "compressed": .init(
      "error.media.compressed", english: "The file came compressed, perhaps from a proxy, and cannot be kept."),
  ]
}
