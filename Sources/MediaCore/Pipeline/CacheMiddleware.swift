import Foundation

/// Keeps answers with their ETag, asks again with `If-None-Match`, and lets a kept answer stand in for a server that
/// cannot answer, for endpoints that allow it. In memory, bounded, and per sign-in.
final class CacheMiddleware: Middleware {
  struct Key: Hashable {
    let operation: OperationID
    let method: HTTPMethod
    let url: URL
    let body: Data?
    let scope: AccountScope
  }

  struct Entry {
    var response: HTTPResponse
    var storedAt: Date
    var usedAt: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    var uses = 0
  }

  private let state = Locked(State())
  private let clock: any TimeSource
  private let capacity: Int
  private let noteUnreachable: @Sendable () -> Void

  /// - Parameters:
  ///   - capacity: bytes of bodies kept at most; the least recently used go first.
  ///   - noteUnreachable: called when a kept answer stands in for a server that could not be reached; no other layer sees that.
  init(clock: any TimeSource, capacity: Int = 8 << 20, noteUnreachable: @escaping @Sendable () -> Void = {}) {
    self.clock = clock
    self.capacity = capacity
    self.noteUnreachable = noteUnreachable
  }

  /// Forgets everything, as at a sign-out.
  func removeAll() { state.withLock { $0 = State() } }

  /// Forgets the answers to a request for every account: an answer that cannot be read would come back with each 304. Ignores the query,
  /// because the kept URL may contain credentials or the items of an app's middleware, which `request` lacks.
  func remove(_ request: HTTPRequest) {
    let (origin, path) = (Origin(request.url), request.url.path)
    state.withLock { state in
      for key in state.entries.keys where key.operation == request.operation {
        guard Origin(key.url) == origin, key.url.path == path else { continue }
        state.bytes -= state.entries.removeValue(forKey: key)?.response.body.count ?? 0
      }
    }
  }

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    guard call.traits.caching != .never else { return try await next(call) }
    let key = Key(
      operation: call.operation, method: call.request.method, url: call.request.url, body: call.request.body,
      scope: call.scope)
    let kept = entry(for: key)
    var conditional = call
    if let tag = kept?.response.fields["ETag"] { conditional.request.fields["If-None-Match"] = tag }
    do throws(ClientError) {
      let response = try await next(conditional)
      if response.status == 304, let kept {
        refresh(key)
        var fresh = kept.response
        // Use the `Date` of the 304: the server's clock is read from this field, and the kept answer's `Date` is old.
        fresh.fields["Date"] = response.fields["Date"]
        return fresh.dated(clock.now(), isStale: false)
      }
      let isImpostor = response.isSuccess && isImpostor(response, for: call)
      if response.isSuccess, !isImpostor { keep(response, under: key) }
      // After a 5xx, or a web page in place of a picture, return the kept answer. Other calls get the page, so that their error names it.
      let isStandIn = response.status >= 500 || isImpostor && call.traits.isPicture
      if isStandIn, let kept, call.traits.caching == .staleOnError {
        return kept.response.dated(kept.storedAt, isStale: true)
      }
      return response.dated(clock.now(), isStale: false)
    } catch {
      guard let kept, call.traits.caching == .staleOnError, [.unreachable, .timedOut].contains(error.kind) else {
        throw error
      }
      if error.kind == .unreachable { noteUnreachable() }
      return kept.response.dated(kept.storedAt, isStale: true)
    }
  }

  /// Whether a success comes from something else than the server, such as the sign-in page of a proxy: it must not replace a kept answer.
  private func isImpostor(_ response: HTTPResponse, for call: Call) -> Bool {
    call.traits.isPicture ? (try? PictureData.checked(response, call.operation)) == nil : response.isPage
  }

  private func entry(for key: Key) -> Entry? {
    state.withLock { state in
      state.uses += 1
      state.entries[key]?.usedAt = state.uses
      return state.entries[key]
    }
  }

  private func refresh(_ key: Key) {
    let now = clock.now()
    state.withLock { $0.entries[key]?.storedAt = now }
  }

  private func keep(_ response: HTTPResponse, under key: Key) {
    let size = response.body.count
    let now = clock.now()
    state.withLock { state in
      state.uses += 1
      // Remove the earlier answer even if the new one is too large to keep: the earlier one is outdated.
      state.bytes -= state.entries.removeValue(forKey: key)?.response.body.count ?? 0
      guard size <= capacity / 4 else { return }
      state.bytes += size
      state.entries[key] = Entry(response: response, storedAt: now, usedAt: state.uses)
      while state.bytes > capacity, let oldest = state.entries.min(by: { $0.value.usedAt < $1.value.usedAt }) {
        state.bytes -= oldest.value.response.body.count
        state.entries[oldest.key] = nil
      }
    }
  }
}
