public import Foundation
import MediaCore

/// An episode in an expanded search result, with texts that are ready to be drawn.
public struct EpisodeRow: Hashable, Sendable, Identifiable {
  /// The label beside an episode.
  public enum Label: String, Sendable, Hashable {
    /// The episode that follows the last watched episode.
    case upNext = "Up Next"
    /// An episode that airs within the next seven days.
    case airingNext = "Airing Next"
    /// An episode that airs today or has aired.
    case aired = "Aired"
    /// An episode that airs later.
    case upcoming = "Upcoming"
  }

  /// The episode's number at TMDB. The numbers of a season can begin at 62 or at 0.
  public var number: Int
  /// The title of the episode.
  public var title: String
  /// Whether the episode is watched. The row is then green, with a check mark.
  public var isWatched: Bool
  /// Whether the episode is the one that follows the last watched episode.
  public var isUpNext: Bool
  /// Whether a change of the episode is being saved. The row then has a spinner.
  public var isSaving: Bool
  /// The label beside the episode. Nil if the episode has no air date and is not the next episode to watch.
  public var label: Label?
  /// The air date as text, such as `Sep 4`, or `4 Sep` in Britain. If the server sent a text that is not a date, the value is this text. If
  /// the server sent nothing, the value is nil.
  public var dateText: String?
  /// The text that a screen reader speaks first for the row.
  public var accessibilityLabel: String
  /// The text that a screen reader speaks after ``accessibilityLabel``. It describes the effect of a tap.
  public var accessibilityHint: String
  public var id: Int { number }

  /// - Parameters:
  ///   - lastWatched: the number of the last watched episode; 0 for none.
  ///   - hasNext: whether the next episode to watch is one of this season.
  ///   - state: the state of this episode; nil if only the last watched one is known.
  ///   - next: the number of the next episode to watch; nil for the one after `lastWatched`.
  ///   - locale: that of the user's calendar, for the order of day and month.
  init(
    _ episode: Episode, lastWatched: Int, hasNext: Bool = true, state: EpisodeState? = nil, next: Int? = nil,
    isSaving: Bool, today: CalendarDay, texts: Texts, locale: Locale? = nil
  ) {
    number = episode.episodeNumber
    title = episode.name.isEmpty ? "Episode \(number)" : episode.name
    isWatched = state.map { $0 == .watched } ?? (lastWatched > 0 && number <= lastWatched)
    isUpNext = hasNext && !isWatched && number == next ?? lastWatched + 1
    self.isSaving = isSaving
    label = Self.label(isUpNext: isUpNext, airDate: episode.airDate, today: today)
    dateText = episode.airDate.map { DayText(texts: texts, locale: locale).short($0) } ?? episode.airDateText
    accessibilityLabel = texts("tally.episode.label", english: "Episode %@", String(episode.episodeNumber))
    accessibilityHint = texts("tally.episode.hint", english: "Sets watched up to this episode")
  }

  /// The label: `Up Next` before all others, then by the date: within the next seven days, in the past, or later.
  static func label(isUpNext: Bool, airDate: CalendarDay?, today: CalendarDay) -> Label? {
    if isUpNext { return .upNext }
    guard let airDate else { return nil }
    let days = airDate.daysSince1970 - today.daysSince1970
    if days <= 0 { return .aired }
    return days <= 7 ? .airingNext : .upcoming
  }
}

/// A provider in an expanded search result, with texts that are ready to be drawn.
public struct ProviderChip: Hashable, Sendable, Identifiable {
  /// The maximum number of provider chips in a search result.
  public static let limit = 12
  /// The height of a provider's logo, in points.
  public static let logoHeight = 20.0

  /// The provider, from the analysis of the show.
  public var provider: WatchProvider
  /// Whether the user has chosen the provider for the show. The chip then has a filled background.
  public var isSelected: Bool
  /// Whether the choice of the provider is being saved. The chip then has a spinner.
  public var isSaving: Bool
  /// The text that a screen reader speaks first for the chip.
  public var accessibilityLabel: String
  /// The text that a screen reader speaks after ``accessibilityLabel``. It describes the effect of a tap.
  public var accessibilityHint: String
  public var id: Int { provider.providerId }
  /// The address of the provider's logo at TMDB's picture server; nil if the provider has no logo.
  public var logoURL: URL? { provider.logoURL }

  /// The text to show in place of a logo that is missing or does not load. It consists of the first letters of at most two words of the
  /// provider's name.
  public var initials: String {
    let words = provider.name.split { !$0.isLetter && !$0.isNumber }
    return String(words.prefix(2).compactMap(\.first)).uppercased()
  }

  init(_ provider: WatchProvider, isSelected: Bool, isSaving: Bool, texts: Texts) {
    self.provider = provider
    self.isSelected = isSelected
    self.isSaving = isSaving
    accessibilityLabel = texts("tally.provider.label", english: "Provider: %@", provider.name)
    accessibilityHint = texts("tally.provider.hint", english: "Sets streaming provider for this show")
  }
}
