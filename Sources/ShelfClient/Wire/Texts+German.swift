public import MediaCore

extension Texts.Table {
  /// German for the texts of ``ShelfService``.
  public static let shelfGerman = Texts.Table([
    "shelf.browse.authors": "Autoren",
    "shelf.browse.books": "Alle Bücher",
    "shelf.browse.collections": "Sammlungen",
    "shelf.browse.continue": "Weiterhören",
    "shelf.browse.downloads": "Downloads",
    "shelf.browse.latest": "Neueste",
    "shelf.browse.playlists": "Wiedergabelisten",
    "shelf.browse.podcasts": "Podcasts",
    "shelf.browse.recentlyAdded": "Zuletzt hinzugefügt",
    "shelf.browse.series": "Reihen",
    "shelf.conflict": "Behalten: %@ von %@, %@. Älter war: %@ von %@, %@.",
    "shelf.conflict.elsewhere": "einem anderen Gerät",
    "shelf.conflict.finished": "„beendet“",
    "shelf.conflict.here": "diesem Gerät",
    "shelf.downloads.empty": "Auf diesem Gerät liegt nichts. Downloads lassen sich ohne Netz abspielen.",
    "shelf.latest.empty": "Keine Folgen zum Hören. Neue Folgen erscheinen hier, sobald der Server sie findet.",
  ])
}
