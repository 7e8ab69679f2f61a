public import MediaCore

/// The filters of the library. They outlive sign-outs and are stored under the web client's names.
public struct LibraryFilters: Hashable, Sendable {
  /// Whether films and collections are shown.
  public var movies = true
  /// Whether series are shown.
  public var series = true
  /// Whether only unwatched titles are shown; false shows both, so that a title does not vanish when it is marked.
  public var unwatched = false
  /// Whether titles shorter than 30 minutes are shown.
  public var runtimeUnder30 = true
  /// Whether titles of 30 to 60 minutes are shown, both included.
  public var runtime30To60 = true
  /// Whether titles longer than 60 minutes, up to 90, are shown.
  public var runtime60To90 = true
  /// Whether titles longer than 90 minutes are shown.
  public var runtimeOver90 = true
  /// Whether a series without runtimes is filtered by the server's average runtime, which the web client does not do.
  public var usesAverageRuntimeOfSeries = false
  /// Stored members that this version does not use.
  var others: [String: JSONValue] = [:]

  /// Filters that show everything.
  public init() {}

  /// Films, series, watched or not, of any length.
  public static let standard = LibraryFilters()

  // MARK: Filtering

  package func passes(_ entry: LibraryEntry) -> Bool { passes(EntryFacts(entry)) }

  func passes(_ facts: EntryFacts) -> Bool {
    (facts.isSeries ? series : movies) && (!unwatched || facts.hasUnwatched) && passesRuntime(runtime(of: facts))
  }

  /// The runtime in minutes; of a collection the mean of the known ones. 0 when unknown, as always for series.
  package func runtime(of entry: LibraryEntry) -> Double { runtime(of: EntryFacts(entry)) }

  private func runtime(of facts: EntryFacts) -> Double {
    facts.isSeries && usesAverageRuntimeOfSeries ? facts.averageRuntime : facts.runtime
  }

  /// Whether a runtime passes: an unknown one (0) always does, and every one does when no runtime filter is on.
  package func passesRuntime(_ minutes: Double) -> Bool {
    guard minutes > 0, runtimeUnder30 || runtime30To60 || runtime60To90 || runtimeOver90 else { return true }
    if minutes < 30 { return runtimeUnder30 }
    if minutes <= 60 { return runtime30To60 }
    if minutes <= 90 { return runtime60To90 }
    return runtimeOver90
  }

  /// The switches by their stored names.
  public enum Switch: String, Sendable, Hashable, CaseIterable {
    /// The words under which older apps stored them.
    case movies, series, unwatched
    /// Less than 30 minutes.
    case runtimeUnder30 = "runtime_under_30"
    /// 30 to 60 minutes.
    case runtime30To60 = "runtime_30_60"
    /// 60 to 90 minutes.
    case runtime60To90 = "runtime_60_90"
    /// More than 90 minutes.
    case runtimeOver90 = "runtime_over_90"
    /// Filters series by the mean length of their episodes.
    case usesAverageRuntimeOfSeries = "series_average_runtime"

    /// The label of the switch. Keys are `vault.filter.` and the stored name.
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

  /// The switch by its stored word.
  public subscript(name: Switch) -> Bool {
    get { self[keyPath: name.member.path] }
    set { self[keyPath: name.member.path] = newValue }
  }
}

extension LibraryFilters: Codable {
  /// Decodes over the standard: a member that is missing or no Boolean keeps its standard value. With films and series
  /// both off no title would ever show, so films are switched on again.
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
