public import MediaCore

/// The filters of the library. The filters are stored on this device, also after a sign-out. They are stored under the names that the web
/// client uses.
public struct LibraryFilters: Hashable, Sendable {
  /// Whether films and collections are shown.
  public var movies = true
  /// Whether series are shown.
  public var series = true
  /// Whether only unwatched titles are shown. If false, watched titles are also shown, so that a title does not vanish when the user marks
  /// it as watched.
  public var unwatched = false
  /// Whether titles shorter than 30 minutes are shown. Titles without a runtime are always shown.
  public var runtimeUnder30 = true
  /// Whether titles of 30 to 60 minutes are shown, both bounds included.
  public var runtime30To60 = true
  /// Whether titles longer than 60 minutes and up to 90 minutes are shown.
  public var runtime60To90 = true
  /// Whether titles longer than 90 minutes are shown.
  public var runtimeOver90 = true
  /// Whether the filters by runtime use the average runtime of a series' episodes, because a series itself has no runtime. The web client
  /// does not do this.
  public var usesAverageRuntimeOfSeries = false
  /// Stored members that this version does not use.
  var others: [String: JSONValue] = [:]

  /// Creates filters that show everything.
  public init() {}

  /// The filters that show everything: films and series, watched and unwatched, of any length.
  public static let standard = LibraryFilters()

  // MARK: Filtering

  package func passes(_ entry: LibraryEntry) -> Bool { passes(EntryFacts(entry)) }

  func passes(_ facts: EntryFacts) -> Bool {
    (facts.isSeries ? series : movies) && (!unwatched || facts.hasUnwatched) && passesRuntime(runtime(of: facts))
  }

  /// The runtime of a row in minutes; for a collection, the mean of the known runtimes. 0 when unknown, as always for series.
  package func runtime(of entry: LibraryEntry) -> Double { runtime(of: EntryFacts(entry)) }

  private func runtime(of facts: EntryFacts) -> Double {
    facts.isSeries && usesAverageRuntimeOfSeries ? facts.averageRuntime : facts.runtime
  }

  /// Whether a title of this runtime passes. An unknown runtime (0) always passes, and every runtime does when no runtime filter is on.
  package func passesRuntime(_ minutes: Double) -> Bool {
    guard minutes > 0, runtimeUnder30 || runtime30To60 || runtime60To90 || runtimeOver90 else { return true }
    if minutes < 30 { return runtimeUnder30 }
    if minutes <= 60 { return runtime30To60 }
    if minutes <= 90 { return runtime60To90 }
    return runtimeOver90
  }

  /// The switches with which the user sets the filters. The raw values are the names under which the filters are stored.
  public enum Switch: String, Sendable, Hashable, CaseIterable {
    /// `movies` shows films and collections, `series` shows series, and `unwatched` hides watched titles.
    case movies, series, unwatched
    /// Shows titles shorter than 30 minutes.
    case runtimeUnder30 = "runtime_under_30"
    /// Shows titles of 30 to 60 minutes, both bounds included.
    case runtime30To60 = "runtime_30_60"
    /// Shows titles longer than 60 minutes and up to 90 minutes.
    case runtime60To90 = "runtime_60_90"
    /// Shows titles longer than 90 minutes.
    case runtimeOver90 = "runtime_over_90"
    /// Filters series by the average runtime of their episodes.
    case usesAverageRuntimeOfSeries = "series_average_runtime"

    /// The label of the switch. The text key is `vault.filter.` followed by the raw value of the switch.
    public func label(_ texts: Texts = .english) -> String {
      texts(member.label)
    }

    fileprivate var member: (path: WritableKeyPath<LibraryFilters, Bool>, label: Texts.Entry) {
      switch self {
      case .movies: (\.movies, .init("vault.filter.movies", english: "Movies"))
      case .series: (\.series, .init("vault.filter.series", english: "TV Shows"))
      case .unwatched: (\.unwatched, .init("vault.filter.unwatched", english: "Unwatched Only"))
      case .runtimeUnder30: (\.runtimeUnder30, .init("vault.filter.runtime_under_30", english: "<30 min"))
      case .runtime30To60: (\.runtime30To60, .init("vault.filter.runtime_30_60", english: "30-60 min"))
      case .runtime60To90: (\.runtime60To90, .init("vault.filter.runtime_60_90", english: "60-90 min"))
      case .runtimeOver90: (\.runtimeOver90, .init("vault.filter.runtime_over_90", english: ">90 min"))
      case .usesAverageRuntimeOfSeries:
        (
          \.usesAverageRuntimeOfSeries,
          .init("vault.filter.series_average_runtime", english: "Use the average length of series")
        )
      }
    }
  }

  /// Whether a switch is on.
  public subscript(name: Switch) -> Bool {
    get { self[keyPath: name.member.path] }
    set { self[keyPath: name.member.path] = newValue }
  }
}

extension LibraryFilters: Codable {
  /// Decodes stored filters. A member that is missing or not a Boolean gets its default value. If films and series are both off, films are
  /// switched on again, because otherwise no title would be shown.
  public init(from decoder: any Decoder) throws {
    self.init()
    others = try decoder.singleValueContainer().decode([String: JSONValue].self)
    for name in Switch.allCases {
      if let value = others.removeValue(forKey: name.rawValue)?.bool { self[name] = value }
    }
    if !movies, !series { movies = true }
  }

  public func encode(to encoder: any Encoder) throws {
    var stored = others
    for name in Switch.allCases { stored[name.rawValue] = .bool(self[name]) }
    var container = encoder.singleValueContainer()
    try container.encode(stored)
  }
}
