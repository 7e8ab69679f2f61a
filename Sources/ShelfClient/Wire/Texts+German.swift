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
    "shelf.downloads.byHand": "Von dir geladen.",
    "shelf.downloads.empty": "Auf diesem Gerät liegt nichts. Downloads lassen sich ohne Netz abspielen.",
    "shelf.downloads.newEpisode": "Als neue Folge von %@ geladen.",
    "shelf.downloads.nextEpisode": "Als eine der nächsten Folgen von %@ geladen.",
    "shelf.downloads.nextOfSeries": "Als eines der nächsten Bücher von %@ geladen.",
    "shelf.downloads.played": "Geladen, weil du es gehört hast.",
    "shelf.downloads.queued": "Geladen, weil es als Nächstes kommt.",
    "shelf.downloads.removed.byHand": "Von dir entfernt.",
    "shelf.downloads.removed.finished": "Entfernt: beendet.",
    "shelf.downloads.removed.replaced": "Entfernt: Neuere Folgen haben den Platz bekommen.",
    "shelf.downloads.removed.unused": "Entfernt: eine Weile nicht benutzt.",
    "shelf.downloads.waitsForData": "Wartet, bis der Datensparmodus endet.",
    "shelf.downloads.waitsForWifi": "Wartet auf WLAN.",
    "shelf.latest.empty": "Keine Folgen zum Hören. Neue Folgen erscheinen hier, sobald der Server sie findet.",
    "shelf.publishing.taken": "Der Server hat das abgelehnt: %@",
  ])
}
