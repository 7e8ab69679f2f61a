extension Texts.Table {
  /// The German translations of the texts that the clients of all services use.
  public static let coreGerman = Texts.Table([
    "change.waits.app": "Auf diesem Gerät gesichert. Die App sendet es, wenn sie läuft.",
    "change.waits.device":
      "Auf diesem Gerät gesichert. Es wird gesendet, sobald dieses Gerät seine Dateien wieder lesen kann.",
    "change.waits.network": "Auf diesem Gerät gesichert. Es wird gesendet, sobald der Server erreichbar ist.",
    "change.waits.server":
      "Auf diesem Gerät gesichert. Der Server kann es gerade nicht annehmen; es wird später gesendet.",
    "change.waits.signIn": "Auf diesem Gerät gesichert. Es wird nach der nächsten Anmeldung gesendet.",
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
    "error.forbidden.reason": "Dieses Konto darf das nicht. Der Server sagt: %@",
    "error.import.anotherAccount": "Diese Datei gehört zu einem anderen Konto.",
    "error.import.anotherServer": "Diese Datei gehört zu einem anderen Server.",
    "error.import.anotherService": "Diese Datei gehört zu einem anderen Dienst.",
    "error.import.damaged": "Diese Datei ist beschädigt oder keine Datei zum Umziehen von Daten einer App.",
    "error.import.newerVersion":
      "Eine neuere Version dieser App hat diese Datei geschrieben. Bitte zuerst die App aktualisieren.",
    "error.invalidRequest": "Die Anfrage wurde als ungültig abgelehnt.",
    "error.invalidRequest.reason": "Der Server hat das abgelehnt: %@",
    "error.localNetworkDenied":
      "Diese App darf das lokale Netz nicht benutzen. In den Einstellungen des Geräts lässt sich das erlauben.",
    "error.media.compressed":
      "Die Datei kam komprimiert an, vielleicht von einem Proxy, und kann nicht behalten werden.",
    "error.media.formatNotPlayable":
      "Dieses Gerät kann dieses Format nicht aus einer Datei abspielen. Mit Verbindung zum Server geht es.",
    "error.media.ebookOnly": "Das ist ein E-Book. Darin gibt es nichts zu hören.",
    "error.media.noAudio": "In diesem Titel gibt es nichts zu hören.",
    "error.media.notTheFile": "Statt der Datei kam etwas anderes, vielleicht von einem Proxy.",
    "error.media.podcastNeedsEpisode": "Bitte eine Folge dieses Podcasts wählen.",
    "error.media.serverTooOld": "Dieser Server ist dafür zu alt.",
    "error.media.tooShort": "Der Server hat nur einen Teil der Datei geschickt. Es wird später wieder versucht.",
    "error.media.wrongSize": "Der Server hat eine andere Datei geschickt als die, die er nennt.",
    "error.unprovenAddress":
      "Der Server antwortet unter einer anderen Adresse. Bestätige, dass es derselbe Server ist.",
    "error.needsPlainHTTP":
      "Der Server ist nur ohne Verschlüsselung erreichbar. Bitte nur erlauben, wo dem Netz zu trauen ist.",
    "server.newerThanTested": "Dieser Server hat Version %@ und ist neuer als die geprüfte %@.",
    "server.tooOld": "Dieser Server hat Version %@. Nötig ist mindestens %@.",
    "error.noNetwork": "Es gibt keine Netzverbindung.",
    "error.notFound": "Der Server hat das nicht mehr.",
    "error.notSignedIn": "Niemand ist angemeldet.",
    "error.plainHTTPBlocked": "Das Gerät lässt diese App keine unverschlüsselte Verbindung aufbauen.",
    "error.rateLimited": "Der Server bittet, vor dem nächsten Versuch zu warten.",
    "error.rateLimited.wait": "Der Server bittet, vor dem nächsten Versuch %@ zu warten.",
    "error.server": "Der Server hat ein Problem.",
    "error.signedOut": "Bitte neu anmelden.",
    "error.storage": "Das Gerät konnte seine Daten nicht speichern oder lesen.",
    "error.storage.full": "Auf dem Gerät ist kein Platz mehr. Bitte Platz schaffen und neu versuchen.",
    "error.storage.inUse": "Ein anderer Teil der App benutzt gerade die Daten dieses Kontos.",
    "error.storage.locked": "Die Daten sind lesbar, sobald das Gerät entsperrt ist.",
    "error.storage.notPermitted": "Diese App darf ihre Daten dort nicht lesen oder schreiben.",
    "error.timedOut": "Der Server hat zu lange nicht geantwortet.",
    "error.tls": "Eine sichere Verbindung zum Server ist nicht möglich.",
    "error.tls.clientCertificate": "Der Server verlangt ein Zertifikat dieses Geräts.",
    "error.tls.expired":
      "Das Zertifikat des Servers gilt heute nicht. Bitte das Zertifikat und das Datum des Geräts prüfen.",
    "error.tls.untrusted": "Dieses Gerät vertraut dem Zertifikat des Servers nicht.",
    "error.tls.wrongHost": "Das Zertifikat des Servers gilt für einen anderen Namen als diese Adresse.",
    "error.undecodable": "Die Antwort des Servers ist nicht zu verstehen.",
    "error.unknown": "Etwas ist schiefgegangen.",
    "error.unreachable": "Der Server ist nicht erreichbar.",
    "error.unsupported": "Dieser Server kann das nicht.",
    "error.wait.hours": "%@ Stunden",
    "error.wait.minutes": "%@ Minuten",
    "error.wait.seconds": "%@ Sekunden",
    "error.waiting": "Das wartet auf eine frühere Änderung.",
    "error.wrongCredentials": "Benutzername oder Passwort ist falsch.",
    "error.wrongServer":
      "Etwas anderes als der erwartete Server hat geantwortet, vielleicht die Anmeldeseite eines Proxys.",
  ])
}
