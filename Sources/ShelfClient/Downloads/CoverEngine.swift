import Foundation
import MediaCore

/// The pictures of one server and folder, which the services of a process share. A picture is requested through the service that asks for
/// it.
actor CoverEngine {
  struct Entry: Codable, Equatable, Sendable {
    var artwork: Artwork
    var file: String
    var bytes: Int
    var version: FileVersion
    /// When the server last sent or confirmed the picture.
    var askedAt: Date
    var usedAt: Date
  }

  /// A request that is under way.
  private struct Flight: Hashable {
    let artwork: String
    let lane: ObjectIdentifier
  }

  private let accounts: AccountStorage
  private let entries: AccountCache<[String: Entry]>
  private var budget = CoverStore.defaultBudget
  private var account: String?
  private var era = 0
  /// The times at which entries were last shown that are not saved yet.
  private var shown: [String: Date] = [:]
  private var flights: [Flight: Task<Result<Data, ClientError>, Never>] = [:]
  private static let goodFor: TimeInterval = 86_400

  private var files: any FileSystem { accounts.environment.files }

  /// The engine that all services of this process over one server and folder share.
  static func shared(in accounts: AccountStorage) -> CoverEngine {
    accounts.shared("covers") { CoverEngine(in: accounts) }
  }

  private init(in accounts: AccountStorage) {
    self.accounts = accounts
    entries = .shared("covers", empty: [:], in: accounts)
    accounts.onSignOut { [weak self] _, _ in await self?.forget() }
  }

  func picture(_ artwork: Artwork, by lane: MediaLane) async throws(ClientError) -> Data {
    let view = try await begin()
    let key = artwork.key
    if let entry = view.value[key], isGood(entry), let data = read(entry, of: view.account) {
      shown[key] = accounts.environment.clock.now()
      return data
    }
    return try await flight(artwork, of: view.account, by: lane).value.get()
  }

  func placeholder(for artwork: Artwork) async -> Data? {
    guard let view = try? await begin() else { return nil }
    let kept = view.value.values.filter { $0.artwork.subject == artwork.subject }
    let best = kept.max { one, other in
      (one.artwork == artwork ? 1 : 0, one.artwork.updatedAt ?? .distantPast, one.artwork.width ?? 400)
        < (other.artwork == artwork ? 1 : 0, other.artwork.updatedAt ?? .distantPast, other.artwork.width ?? 400)
    }
    return best.flatMap { read($0, of: view.account) }
  }

  /// At most three pictures on this device with their bytes, those asked for last first.
  func kept() async -> [(artwork: Artwork, data: Data?)] {
    guard let view = try? await begin() else { return [] }
    let newest = view.value.values.sorted { ($0.askedAt, $0.file) > ($1.askedAt, $1.file) }
    return newest.lazy.compactMap { entry in self.read(entry, of: view.account).map { (entry.artwork, $0) } }
      .prefix(3).map { ($0, $1) }
  }

  func usedBytes() async throws(ClientError) -> Int {
    try await begin().value.values.reduce(0) { $0 + $1.bytes }
  }

  func setBudget(_ bytes: Int) async throws(ClientError) {
    budget = max(0, bytes)
    try await trim()
  }

  func removeAll() async throws(ClientError) {
    let view = try await begin()
    try await entries.update { $0 = [:] }
    removeFiles(view.value.values.map(\.file), of: view.account)
  }

  // MARK: Asking

  private func isGood(_ entry: Entry) -> Bool {
    if entry.artwork.updatedAt != nil { return true }
    let age = accounts.environment.clock.now().timeIntervalSince(entry.askedAt)
    return age >= 0 && age < Self.goodFor
  }

  /// The request for a picture, shared by rows that show the same picture at one time.
  private func flight(
    _ artwork: Artwork, of account: String, by lane: MediaLane
  ) -> Task<Result<Data, ClientError>, Never> {
    let key = artwork.key
    let place = Flight(artwork: key, lane: ObjectIdentifier(lane))
    if let flight = flights[place] { return flight }
    let (flightEra, entry) = (era, entries)
    let flight = Task { [weak self] () -> Result<Data, ClientError> in
      let kept = try? await entry.value()[key]
      let outcome = await self?.ask(artwork, kept, of: account, flightEra, lane)
      return outcome ?? .failure(.cancelled(.shelfCoversPicture))
    }
    flights[place] = flight
    return flight
  }

  private func ask(
    _ artwork: Artwork, _ kept: Entry?, of account: String, _ flightEra: Int, _ lane: MediaLane
  ) async -> Result<Data, ClientError> {
    defer { if era == flightEra { flights[Flight(artwork: artwork.key, lane: ObjectIdentifier(lane))] = nil } }
    let known = kept.flatMap { read($0, of: account) }
    do throws(ClientError) {
      let answer = try await lane.media.picture(artwork, unless: known == nil ? nil : kept?.version)
      guard let data = answer.data ?? known else {
        throw ClientError(.undecodable, operation: .shelfCoversPicture, detail: ClientError.Detail.empty)
      }
      // An app's own `MediaAPI` may not refuse a proxy's page: check again, otherwise the page is stored as a picture.
      if let found = FileContent.picture.impostor(in: data) { throw found.error(.shelfCoversPicture, status: nil) }
      // If the picture cannot be stored, for example on a full disk, show it anyway.
      do throws(ClientError) { try await keep(data, of: artwork, answer, account, flightEra) } catch {
        lane.client.report(.storage(error))
      }
      return .success(data)
    } catch {
      let isNoPicture = [.server, .wrongServer, .undecodable].contains(error.kind)
      if let known, error.isTransient || isNoPicture { return .success(known) }
      return .failure(error)
    }
  }

  private func keep(
    _ data: Data, of artwork: Artwork, _ answer: ArtworkAnswer, _ account: String, _ flightEra: Int
  ) async throws(ClientError) {
    let now = accounts.environment.clock.now()
    let entry = Entry(
      artwork: artwork, file: artwork.key.fileName, bytes: data.count, version: answer.version, askedAt: now,
      usedAt: now)
    guard era == flightEra, data.count <= budget else { return }
    // Don't await between the check and the write: a sign-out in between would not erase this file.
    if answer.data != nil {
      do { try files.replace(path(entry.file, of: account), with: data) } catch { throw PartWriter.failure(error) }
    }
    let shown = shown
    self.shown = [:]
    let key = artwork.key
    let outdated = try await begin().value.filter { $0.key != key && $0.value.artwork.isEarlier(than: artwork) }
    // If another account has signed in during the await, `era` has changed: do not add this picture to the other account's entries. Its
    // file is removed when `account` signs in again.
    guard era == flightEra else { return }
    try await entries.update { entries in
      for (key, date) in shown { entries[key]?.usedAt = date }
      for key in outdated.keys { entries[key] = nil }
      entries[key] = entry
    }
    removeFiles(outdated.values.map(\.file), of: account)
    try await trim()
  }

  private func trim() async throws(ClientError) {
    let view = try await begin()
    var used = view.value.values.reduce(0) { $0 + $1.bytes }
    var evicted: [String: Entry] = [:]
    let order = view.value.sorted { one, other in
      (shown[one.key] ?? one.value.usedAt, one.key) < (shown[other.key] ?? other.value.usedAt, other.key)
    }
    for (key, entry) in order where used > budget {
      used -= entry.bytes
      evicted[key] = entry
    }
    guard !evicted.isEmpty else { return }
    let keys = Array(evicted.keys)
    try await entries.update { entries in for key in keys { entries[key] = nil } }
    removeFiles(evicted.values.map(\.file), of: view.account)
  }

  // MARK: Files

  private func path(_ name: String, of account: String) -> String {
    accounts.answersPath(of: account, "covers/\(name)")
  }

  /// Reads the entries. At the first call for an account, removes files without an entry.
  private func begin() async throws(ClientError) -> AccountCache<[String: Entry]>.View {
    let view = try await entries.view()
    guard account != view.account else { return view }
    forget()
    account = view.account
    let known = Set(view.value.values.map(\.file))
    let folder = accounts.answersPath(of: view.account, "covers")
    // If the folder cannot be read now, the next launch removes its leftover files.
    removeFiles(((try? files.list(folder)) ?? []).filter { !known.contains($0) }, of: view.account)
    return view
  }

  /// The picture of an entry; nil if its file is missing, cut, or the page of a proxy, which earlier versions kept.
  private func read(_ entry: Entry, of account: String) -> Data? {
    // Treat an unreadable file as missing: the picture is requested again and written in its place.
    guard let data = try? files.read(path(entry.file, of: account)), data.count == entry.bytes,
      FileContent.picture.impostor(in: data) == nil
    else { return nil }
    return data
  }

  /// A file that cannot be removed now is removed at the next launch.
  private func removeFiles(_ names: [String], of account: String) {
    for name in names { try? files.remove(path(name, of: account)) }
  }

  private func forget() {
    era += 1
    account = nil
    flights.values.forEach { $0.cancel() }
    (flights, shown) = ([:], [:])
  }
}

extension Artwork {
  /// Unique, since ids cannot contain the space that separates the parts.
  fileprivate var key: String {
    let subject =
      switch subject {
      case .item(let id): "item \(id)"
      case .author(let id): "author \(id)"
      }
    return "\(subject) \(updatedAt.map { String($0.milliseconds) } ?? "") \(width.map(String.init) ?? "")"
  }

  /// Whether this is an earlier version of the same picture.
  fileprivate func isEarlier(than other: Artwork) -> Bool {
    guard subject == other.subject, width == other.width, let date = other.updatedAt else { return false }
    return updatedAt.map { $0 < date } ?? true
  }
}
