import MediaCore

extension ProgressCache {
  static func shared(in storage: AccountStorage, _ queue: MutationQueue) -> ProgressCache {
    .shared(
      "progress", leastPatched: 16 << 10, empty: [:], in: storage, queue: queue,
      overlays: [
        MutationOverlay(ProgressMutation.self, apply: { _, _ in }) { mutation, record, known in
          let remote = record.remote(ProgressMutation.self)
          if record.state == .synced || remote != nil { known[mutation.target] = remote }
        },
        MutationOverlay(EbookMutation.self, apply: { _, _ in }, settle: { $0.settle($1, in: &$2) }),
      ])
  }
}
