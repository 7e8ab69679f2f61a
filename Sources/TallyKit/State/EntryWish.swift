import MediaCore

/// What shall be true of one show on the watchlist: the wish of an entry intent. What is nil is not asked for.
struct EntryWish: Codable, Hashable, Sendable {
  /// A value that can be taken away.
  struct Setting<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    var value: Value?
  }

  /// True takes the show off the list; nothing else counts then.
  var isRemoved = false
  var status: WatchStatus?
  /// The least that the status shall be: never a step back.
  var atLeast: WatchStatus?
  /// The status with which a show comes onto the list that is not there.
  var addAs: WatchStatus?
  /// 0…10 in halves.
  var rating: Double?
  var notes: String?
  var country: Setting<String>?
  var bufferDays: Int?
  var provider: Setting<ProviderSelection>?
  /// What to show while the server has not answered.
  var title: String?
  var poster: String?

  /// The newer wish on top; nil when one is a removal and the other is not: then both have to go out.
  func combined(with newer: EntryWish) -> EntryWish? {
    if newer.isRemoved { return newer }
    if isRemoved { return nil }
    var wish = self
    if let status = newer.status {
      wish.status = status
      wish.atLeast = nil
    } else if let least = newer.atLeast {
      if let status = wish.status {
        if !status.isAtLeast(least) { wish.status = least }
      } else if wish.atLeast?.isAtLeast(least) != true {
        wish.atLeast = least
      }
    }
    wish.addAs = newer.addAs ?? wish.addAs
    wish.rating = newer.rating ?? wish.rating
    wish.notes = newer.notes ?? wish.notes
    wish.country = newer.country ?? wish.country
    wish.bufferDays = newer.bufferDays ?? wish.bufferDays
    wish.provider = newer.provider ?? wish.provider
    wish.title = newer.title ?? wish.title
    wish.poster = newer.poster ?? wish.poster
    return wish
  }

  /// The status for a show that is not on the list.
  var firstStatus: WatchStatus { status ?? atLeast ?? addAs ?? .watchlist }

  /// The status that an entry shall get; nil when it may stay as it is.
  func status(insteadOf current: WatchStatus) -> WatchStatus? {
    if let status { return status == current ? nil : status }
    if let atLeast, !current.isAtLeast(atLeast) { return atLeast }
    return nil
  }

  /// What is left to do for an entry.
  func rest(for entry: WatchlistEntry) -> EntryWish {
    var rest = EntryWish()
    rest.status = status(insteadOf: entry.status)
    if let rating, entry.showRating != rating { rest.rating = rating }
    if let notes, entry.notes ?? "" != notes { rest.notes = notes }
    if let country, country.value != entry.countryCode { rest.country = country }
    if let bufferDays, bufferDays != entry.bufferDays { rest.bufferDays = bufferDays }
    if let provider, !Self.isSame(provider.value, entry.streamingProvider) { rest.provider = provider }
    return rest
  }

  var isEmpty: Bool {
    !isRemoved && status == nil && rating == nil && notes == nil && country == nil && bufferDays == nil
      && provider == nil
  }

  /// The server finds a provider by its number or by its name, and then calls it by its own number.
  private static func isSame(_ wished: ProviderSelection?, _ chosen: SelectedProvider?) -> Bool {
    guard let wished, let chosen else { return wished == nil && chosen == nil }
    return ProviderPrices.canonical(wished.id) == ProviderPrices.canonical(chosen.id)
      || wished.name.lowercased() == chosen.name.lowercased()
  }
}

extension WatchStatus {
  /// Whether asking for `least` would be a step back or none at all. A completed show is not made one being watched by the way.
  func isAtLeast(_ least: WatchStatus) -> Bool {
    switch least {
    case .watching: self == .watching || self == .completed
    case .watchlist: self != .dropped
    default: self == least
    }
  }
}
