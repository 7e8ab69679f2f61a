extension LibraryItem {
  /// The title; the name of the file or folder when the server knows none.
  public var title: String {
    let title = media.book?.metadata.title ?? media.podcast?.metadata.title
    return title ?? relPath ?? ""
  }

  /// The author or authors, joined with commas; nil when there are none.
  public var authorName: String? {
    switch media {
    case .book(let book): book.metadata.authorNames
    case .podcast(let podcast): podcast.metadata.author.flatMap { $0.isEmpty ? nil : $0 }
    case .other: nil
    }
  }

  /// Seconds, of a book; nil for a podcast, whose episodes have their own.
  public var duration: Double? {
    guard let book = media.book else { return nil }
    return book.duration
      ?? book.audioFiles.map { files in
        files.reduce(0) { $1.exclude == true ? $0 : $0 + ($1.duration ?? 0) }
      }
  }

  /// Whether there is a cover to ask for.
  public var hasCover: Bool { (media.book?.coverPath ?? media.podcast?.coverPath) != nil }
}
