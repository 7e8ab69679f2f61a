import MediaCore

/// A change of one episode by its id: best effort, since many servers refuse the routes.
struct EpisodeMutation: Mutation {
  static let kind: MutationKind = "tally.episode"

  let episode: EpisodeID
  let show: ShowID
  let state: EpisodeState

  var target: String { episode.rawValue }

  func fetch(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError) -> EpisodeState? {
    do throws(ClientError) {
      let detail = try await api.roles.progress.detail(of: show, liveStats: false)
      guard let found = detail.seasons.flatMap(\.episodes).first(where: { $0.id == episode }) else {
        throw ClientError(.notFound, operation: .tallyEpisodeRead, detail: "episode")
      }
      return found.progress?.status ?? found.progress?.state
    } catch { throw await api.checked(error) }
  }

  func perform(
    _ api: TallyMutationAPI, over remote: EpisodeState?, _ context: MutationContext
  ) async throws(ClientError) {
    switch state {
    case .watched: _ = try await api.roles.progress.markWatched(episode)
    case .watching: _ = try await api.roles.progress.markWatching(episode)
    default: _ = try await api.roles.progress.update([episode], watched: false)
    }
  }

  func isReflected(in remote: EpisodeState?) -> Bool { (remote ?? .unwatched) == state }
}
