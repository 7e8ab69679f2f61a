extension Texts.Table {
  /// German for the texts of every service.
  public static let coreGerman = Texts.Table([
    "error.address.badHost": "Der Name des Servers ist ungültig.",
    "error.address.badPath": "Der Pfad hinter dem Namen des Servers ist ungültig.",
    "error.address.badPort": "Der Port ist ungültig: Er ist eine Zahl von 1 bis 65535.",
    "error.address.credentialsInAddress": "Benutzername und Passwort gehören nicht in die Adresse.",
    "error.address.empty": "Bitte die Adresse des Servers eingeben.",
    "error.address.misspelledScheme": "Bitte den Anfang prüfen: Er sollte https:// lauten.",
    "error.address.unsupportedScheme": "Nur Adressen mit https:// oder http:// sind möglich.",
    "error.address.zoneNotSupported": "Adressen mit einer Netzzone sind nicht möglich.",
    "error.authenticationBudget":
      "Die Anmeldung konnte mehrmals nicht erneuert werden. Es wird später wieder versucht.",
    "error.cancelled": "Abgebrochen.",
    "error.conflict": "Jemand anderes hat das inzwischen geändert.",
    "error.forbidden": "Dieses Konto darf das nicht.",
    "error.invalidRequest": "Die Anfrage wurde als ungültig abgelehnt.",
    "error.localNetworkDenied":
      "Diese App darf das lokale Netz nicht benutzen. In den Einstellungen des Geräts lässt sich das erlauben.",
    "error.media.compressed":
      "Die Datei kam komprimiert an, vielleicht von einem Proxy, und kann nicht behalten werden.",
    "error.media.ebookOnly": "Das ist ein E-Book. Darin gibt es nichts zu hören.",
    "error.media.noAudio": "In diesem Titel gibt es nichts zu hören.",
    "error.media.notTheFile": "Statt der Datei kam etwas anderes, vielleicht von einem Proxy.",
    "error.media.podcastNeedsEpisode": "Bitte eine Folge dieses Podcasts wählen.",
    "error.media.serverTooOld": "Dieser Server ist dafür zu alt.",
    "error.media.tooShort": "Der Server hat nur einen Teil der Datei geschickt. Es wird später wieder versucht.",
    "error.media.wrongSize": "Der Server hat eine andere Datei geschickt als die, die er nennt.",
    "error.needsPlainHTTP":
      "Der Server ist nur ohne Verschlüsselung erreichbar. Bitte nur erlauben, wo dem Netz zu trauen ist.",
    "error.noNetwork": "Es gibt keine Netzverbindung.",
    "error.notFound": "Der Server hat das nicht mehr.",
    "error.notSignedIn": "Niemand ist angemeldet.",
    "error.plainHTTPBlocked": "Das Gerät lässt diese App keine unverschlüsselte Verbindung aufbauen.",
    "error.rateLimited": "Der Server bittet, vor dem nächsten Versuch zu warten.",
    "error.server": "Der Server hat ein Problem.",
    "error.signedOut": "Bitte neu anmelden.",
    "error.storage": "Das Gerät konnte seine Daten nicht speichern oder lesen.",
    "error.timedOut": "Der Server hat zu lange nicht geantwortet.",
    "error.tls": "Eine sichere Verbindung zum Server ist nicht möglich.",
    "error.undecodable": "Die Antwort des Servers ist nicht zu verstehen.",
    "error.unknown": "Etwas ist schiefgegangen.",
    "error.unreachable": "Der Server ist nicht erreichbar.",
    "error.unsupported": "Dieser Server kann das nicht.",
    "error.waiting": "Das wartet auf eine frühere Änderung.",
    "error.wrongCredentials": "Benutzername oder Passwort ist falsch.",
    "error.wrongServer":
      "Etwas anderes als der erwartete Server hat geantwortet, vielleicht die Anmeldeseite eines Proxys.",
  ])
}
