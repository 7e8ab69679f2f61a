import MediaCore

/// Hides a series from “continue series”, or shows it there again.
struct HiddenSeriesMutation: Mutation {
  static let kind: MutationKind = "shelf.series.hidden"

  /// The roles that send the change.
  struct API: Sendable {
    let series: any SeriesAPI
    let account: any AccountAPI
  }

  var series: String
  var isHidden: Bool

  var isPlausible: Bool { WireID.arePlausible([series]) }
  var target: String { "series/\(series)" }

  /// Whether the series is hidden. No route answers that for one series, so the whole account is read.
  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> Bool? {
    try await api.account.me().seriesHideFromContinueListening.contains(series)
  }

  func perform(_ api: API, over remote: Bool?, _ context: MutationContext) async throws(ClientError) {
    if isHidden {
      try await api.series.hideFromContinueListening(series)
    } else {
      try await api.series.showInContinueListening(series)
    }
  }

  func isReflected(in remote: Bool?) -> Bool { remote == isHidden }
}
