public import MediaCore

extension Texts.Table {
  /// The German texts for ``HubService``.
  public static let hubGerman = Texts.Table([
    "hub.channels.name":
      "Nur YouTube kennt die Kennung von „%@“. Sie steht auf der Seite des Kanals unter „Kanal teilen“: „Kanal-ID kopieren“.",
    "hub.channels.noID": "Das ist weder die Kennung eines Kanals noch die Adresse seiner Seite.",
    "hub.channels.playlist":
      "Das ist die Adresse einer Playlist. Ihr Kanal lässt sich über die Kennung oder seine Seite hinzufügen.",
    "hub.channels.video":
      "Das ist die Adresse eines Videos. Sein Kanal lässt sich über die Kennung oder die Seite des Kanals hinzufügen.",
    "hub.conflict": "Behalten: %@ von %@; %@ von %@ war älter.",
    "hub.conflict.elsewhere": "einem anderen Gerät",
    "hub.conflict.here": "diesem Gerät",
    "hub.conflict.skipped": "„übersprungen“",
    "hub.conflict.unwatched": "„nicht gesehen“",
    "hub.conflict.watched": "„gesehen“",
    "hub.error.cancelled": "Abgebrochen.",
    "hub.error.decodingError": "Die Antwort des Servers ist nicht zu verstehen.",
    "hub.error.fetchFailed": "Die Videos konnten nicht geholt werden.",
    "hub.error.invalidResponse": "Etwas anderes als der erwartete Server hat geantwortet.",
    "hub.error.invalidURL": "Unter dieser Adresse gibt es diesen Dienst nicht.",
    "hub.error.networkError": "Der Server ist nicht erreichbar.",
    "hub.error.reconciliationFailed": "Der Server konnte nicht nach neuen Videos suchen.",
    "hub.error.registrationFailed": "Die Kanäle konnten nicht angemeldet werden.",
    "hub.error.serverUnhealthy": "Dem Server geht es gerade nicht gut.",
    "hub.error.storageFailed": "Das Gerät konnte seine Daten nicht speichern oder lesen.",
    "hub.error.syncFailed": "Was gesehen wurde, konnte nicht abgeglichen werden.",
    "hub.error.userNotFound": "Der Server kennt diesen Benutzer noch nicht.",
    "hub.intent.watched": "„%@“ ist als gesehen markiert.",
    "hub.intent.watched.unnamed": "Das Video ist als gesehen markiert.",
    "hub.notice.quota": "Das YouTube-Kontingent ist bis Mitternacht (Pazifikzeit) verbraucht.",
    "hub.refresh.failed": "Aktualisieren fehlgeschlagen: %@",
    "hub.toast.newVideo": "Ein neues Video gefunden!",
    "hub.toast.newVideos": "%@ neue Videos gefunden!",
  ])
}
