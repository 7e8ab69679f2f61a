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
    "shelf.home.allHidden": "Nichts in den Regalen, die hier gezeigt werden.",
    "shelf.home.continueListening": "Weiterhören",
    "shelf.home.continueReading": "Weiterlesen",
    "shelf.home.continueSeries": "Reihen fortsetzen",
    "shelf.home.discover": "Entdecken",
    "shelf.home.empty": "Hier ist noch nichts. Bücher oder Podcasts kommen auf dem Server hinzu.",
    "shelf.home.listenAgain": "Noch einmal hören",
    "shelf.home.newestAuthors": "Neueste Autoren",
    "shelf.home.newestEpisodes": "Neueste Folgen",
    "shelf.home.readAgain": "Noch einmal lesen",
    "shelf.home.recentSeries": "Neueste Reihen",
    "shelf.home.recentlyAdded": "Zuletzt hinzugefügt",
    "shelf.latest.empty": "Keine Folgen zum Hören. Neue Folgen erscheinen hier, sobald der Server sie findet.",
  ])
}
