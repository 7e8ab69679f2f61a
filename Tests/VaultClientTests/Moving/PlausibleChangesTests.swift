import MediaCore
import Testing

@testable import VaultClient

@Suite("Changes of a file that ViewVault cannot take")
struct PlausibleChangesTests {
  private func transfer(_ items: [ListItem], from source: Int, to target: Int) -> TransferMutation {
    TransferMutation(transfer: ListTransfer(.move, items, from: source, to: target))
  }

  @Test("a transfer without titles, with one twice, or of a list onto itself is none")
  func transfers() {
    let item = ListItem(.movie, 3)
    #expect(transfer([item], from: 1, to: 2).isPlausible)
    #expect(!transfer([], from: 1, to: 2).isPlausible)
    #expect(!transfer([item, item], from: 1, to: 2).isPlausible)
    #expect(!transfer([item], from: 2, to: 2).isPlausible)
  }

  @Test("a list without a name, or with a number of the server, is not to be made", arguments: ["", "  ", " Films "])
  func lists(name: String) {
    func list(_ number: Int, _ name: String) -> ListCreationMutation {
      ListCreationMutation(provisional: number, name: name, draft: ListDraft(name: name))
    }
    #expect(list(-5, "Films").isPlausible)
    #expect(!list(5, "Films").isPlausible)
    #expect(!list(-5, name).isPlausible)
  }

  @Test(
    "an id that is none of IMDb or TMDB is not imported", arguments: ["", "tt", "../tt1", "tt12345678901234", "tt1 "])
  func imports(id: String) {
    func title(_ id: String) -> ImportMutation {
      ImportMutation(what: .movie(id), lists: [])
    }
    #expect(title("tt0000001").isPlausible && title("tmdb_7").isPlausible)
    #expect(!title(id).isPlausible)
  }
}
