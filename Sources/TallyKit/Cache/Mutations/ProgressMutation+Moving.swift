extension ProgressMutation {
  /// Places are counted up to when the change is applied, which must not take for ever.
  var isPlausible: Bool {
    steps.allSatisfy(\.isPlausible) && counts.allSatisfy { EpisodePlace(season: $0.key, episode: $0.value).isPossible }
      && (0...100_000).contains(arrived ?? 0)
  }
}

extension ProgressMutation.Step {
  fileprivate var isPlausible: Bool {
    let numbers = [episode, name, listed?.number, listed?.count].compactMap(\.self)
    return numbers.allSatisfy { EpisodePlace(season: season, episode: $0).isPossible }
  }
}
