// What elements of lists are known by, where it is not called `id`.

extension SeasonInfo {
  public var id: Int { seasonNumber }
}

extension WatchProvider {
  public var id: Int { providerId }
}

extension RawProvider {
  public var id: Int { providerId }
}

extension Availability {
  public var id: Int { providerId }
}

extension BatchResult {
  public var id: TMDBID { showId }
}

extension DiscoveryExample {
  public var id: TMDBID { tmdbId }
}

extension GuideGroup {
  public var id: ProviderID { service.id }
}

extension GuideShow {
  public var id: TMDBID { tmdbId }
}
