public import Foundation

/// Loads pictures by their addresses for image views.
///
/// Requests to the service's own server carry the headers that the app has set for this server, such as those of a reverse proxy. Requests
/// to other servers carry none of these headers. No request carries a token. If the loader is created with a ``PictureStore`` of the
/// service, such as Shelf's store of covers, the service's pictures stay on the device and are shown without a network.
///
/// Rows that show the same picture share one request, and the most recently shown pictures stay in memory.
///
/// ```swift
/// let pictures = PictureLoader(client: shelf.client)
/// let data = try await pictures.picture(at: row.coverURL)
/// ```
public actor PictureLoader {
  /// The largest size of a picture's file, in bytes. Larger pictures are not loaded.
  public static let largestPicture = 16 << 20

  private struct Kept {
    let data: Data
    var usedAt: Int
  }

  private let client: ServiceClient
  private let elsewhere: any Transport
  private let store: (any PictureStore)?
  private let capacity: Int
  private var kept: [URL: Kept] = [:]
  private var keptBytes = 0
  private var uses = 0
  private var flights: [URL: SharedWork<Data>] = [:]

  /// Creates a loader for the pictures of one service.
  /// - Parameters:
  ///   - client: the service's `client`.
  ///   - elsewhere: the transport that loads pictures from other servers.
  ///   - capacity: the largest number of bytes of pictures that stay in memory.
  ///   - store: stores the service's pictures on the device. If nil, pictures stay only in memory.
  public init(
    client: ServiceClient, elsewhere: any Transport = DefaultTransport(), capacity: Int = 32 << 20,
    keptIn store: (any PictureStore)? = nil
  ) {
    self.client = client
    self.elsewhere = elsewhere
    self.store = store
    self.capacity = max(0, capacity)
  }

  /// Returns the bytes of the picture at an address. They come from memory, from the store on the device, or from the server.
  /// - Throws: `notFound` if the server has no picture at the address; `invalidRequest` if the address is not http(s); `wrongServer` if the
  ///   response is not a picture, such as a web page; `undecodable` if the response has no bytes, whatever its status and media type;
  ///   `unreachable` and other errors of a failed request; `cancelled`.
  public func picture(at url: URL) async throws(ClientError) -> Data {
    if let data = use(url) { return data }
    let flight: SharedWork<Data>
    if let running = flights[url], !running.isAbandoned {
      flight = running
    } else {
      flight = SharedWork(operation: Self.operation, endsWhenAbandoned: true) { [weak self, client, elsewhere, store] in
        let outcome = await Self.load(url, client, elsewhere, store)
        await self?.finish(url, outcome)
        return outcome
      }
      flights[url] = flight
    }
    return try await flight.value().get()
  }

  /// Removes the pictures that this loader has in memory. Also removes the decoded pictures of all loaders of the process. Call this
  /// function, for example, when the system is short of memory.
  public func removeAll() {
    (kept, keptBytes) = ([:], 0)
    #if canImport(ImageIO)
      Task { await SystemPictures.removeAll() }
    #endif
  }

  // MARK: Memory

  private func use(_ url: URL) -> Data? {
    uses += 1
    kept[url]?.usedAt = uses
    return kept[url]?.data
  }

  private func finish(_ url: URL, _ outcome: Result<Data, ClientError>) {
    if flights[url]?.isAbandoned != true { flights[url] = nil }
    guard case .success(let data) = outcome, data.count <= capacity else { return }
    uses += 1
    keptBytes += data.count - (kept[url]?.data.count ?? 0)
    kept[url] = Kept(data: data, usedAt: uses)
    while keptBytes > capacity, let oldest = kept.min(by: { $0.value.usedAt < $1.value.usedAt }) {
      keptBytes -= oldest.value.data.count
      kept[oldest.key] = nil
    }
  }

  // MARK: Loading

  private static let operation = OperationID("pictures.load")

  private static func load(
    _ url: URL, _ client: ServiceClient, _ elsewhere: any Transport, _ store: (any PictureStore)?
  ) async -> Result<Data, ClientError> {
    do throws(ClientError) {
      guard ["http", "https"].contains(url.scheme?.lowercased()) else {
        throw ClientError(.invalidRequest, operation: operation, detail: ClientError.Detail.badIdentifier)
      }
      if let kept = try await store?.picture(at: url) { return .success(kept) }
      if let endpoint = endpoint(for: url, below: try? await client.locator.base()) {
        return .success(try await client.send(endpoint))
      }
      return .success(try await fetch(url, over: elsewhere))
    } catch { return .failure(error) }
  }

  /// An endpoint for an address of the service's server; nil for another server's.
  private static func endpoint(for url: URL, below base: URL?) -> Endpoint<Data>? {
    guard let base, Origin(url) == Origin(base) else { return nil }
    let parts = { (url: URL) in url.path.split(separator: "/").map(String.init) }
    guard parts(url).starts(with: parts(base)) else { return nil }
    var query: QueryParameters = [:]
    for item in URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? [] {
      query.append(item.name, item.value ?? "")
    }
    return Endpoint(
      operation, path: parts(url).dropFirst(parts(base).count).map { .text($0) }, query: query,
      fields: ["Accept": "image/*"],
      traits: EndpointTraits(
        credentials: .none, isRepeatable: true, isRead: true, maximumResponseBytes: largestPicture,
        redirects: .anyWithoutCredentials)
    ) { response, _ in try PictureData.checked(response, operation) }
  }

  private static func fetch(_ url: URL, over transport: any Transport) async throws(ClientError) -> Data {
    let request = HTTPRequest(
      url: url, fields: ["Accept": "image/*"], operation: operation, maximumResponseBytes: largestPicture,
      redirects: .anyWithoutCredentials)
    let response: HTTPResponse
    do { response = try await transport.send(request) } catch {
      throw ClientError(transport: error, operation: operation)
    }
    guard response.isSuccess else {
      throw ClientError(status: response.status, operation: operation, message: nil, retryAt: nil)
    }
    return try PictureData.checked(response, operation)
  }
}
