public import MediaCore

extension Texts.Table {
  /// The German translations of the texts of ``VaultService`` and its screens.
  public static let vaultGerman = Texts.Table([
    "vault.broken.createMovie":
      "Dieser Server kann Filme nicht von Hand anlegen. Sie lassen sich mit ihrer IMDb-Kennung "
      + "oder aus der Suche importieren.",
    "vault.broken.createSeries":
      "Dieser Server kann Serien nicht von Hand anlegen. Sie lassen sich mit ihrer Kennung oder "
      + "aus der Suche importieren.",
    "vault.broken.importShared": "Dieser Server kann Geteiltes nicht importieren. Mit der Kennung geht es.",
    "vault.broken.importURL":
      "Dieser Server kann keine Adressen importieren. Stattdessen wird die Kennung aus der Adresse importiert.",
    "vault.broken.linkOAuth":
      "Dieser Server kann keinen Anmeldedienst mit einem Konto verbinden. Wer sich mit derselben "
      + "E-Mail-Adresse anmeldet, erreicht das auch.",
    "vault.broken.markNotificationsSeen":
      "Dieser Server kann nicht alles als gesehen markieren. Die Titel werden einzeln markiert.",
    "vault.broken.unwatched":
      "Dieser Server kann nicht auflisten, was ungesehen ist. Es wird aus der Merkliste bestimmt.",
    "vault.confirm.title": "„%@“ ist zum Teil gesehen: %@ von %@.",
    "vault.confirm.unwatched": "Alle %@ als ungesehen markieren",
    "vault.confirm.watched": "Alle %@ als gesehen markieren",
    "vault.conflict": "%@ von %@ gilt; %@ von %@ wurde überschrieben.",
    "vault.conflict.elsewhere": "einem anderen Gerät",
    "vault.conflict.here": "diesem Gerät",
    "vault.conflict.notThere": "nicht in der Liste",
    "vault.conflict.nothing": "nichts",
    "vault.conflict.quoted": "„%@“",
    "vault.conflict.removed": "entfernt",
    "vault.conflict.there": "in der Liste",
    "vault.conflict.unwatched": "ungesehen",
    "vault.conflict.watched": "gesehen",
    "vault.conflict.watchedBy": "gesehen durch %@",
    "vault.duplicates": "%@ von %@ Titeln stehen schon in „%@“.",
    "vault.duplicates.one": "Der Titel steht schon in „%@“.",
    "vault.error.alreadyShared": "Diese Liste ist schon mit dieser Person geteilt.",
    "vault.error.callback": "Der Anmeldung war nicht zu trauen. Bitte noch einmal versuchen.",
    "vault.error.catalogue":
      "Der Server findet diesen Titel nicht oder erreicht gerade seinen Katalog nicht. Der Import wird wiederholt.",
    "vault.error.deletion":
      "Die Antwort ging verloren: Das Konto ist vielleicht gelöscht, vielleicht nicht. Sie "
      + "wurden abgemeldet; beim Anmelden zeigt es sich.",
    "vault.error.duplicate": "Das gibt es schon.",
    "vault.error.listName": "Eine Liste braucht einen Namen.",
    "vault.error.noAuth0": "Dieser Server hat keine Anmeldung im Browser. Bitte Benutzernamen und Passwort benutzen.",
    "vault.error.noSuchTitle": "Einen solchen Titel gibt es nicht.",
    "vault.error.password": "Benutzername oder Passwort stimmt nicht.",
    "vault.error.reason": "Der Server hat das abgelehnt: %@",
    "vault.error.refused": "Die Anmeldung wurde abgelehnt.",
    "vault.error.unknownKind":
      "Der Server kann nicht erkennen, ob das ein Film oder eine Serie ist. Bitte nach dem Titel suchen.",
    "vault.filter.movies": "Filme",
    "vault.filter.runtime_30_60": "30–60 Min.",
    "vault.filter.runtime_60_90": "60–90 Min.",
    "vault.filter.runtime_over_90": ">90 Min.",
    "vault.filter.runtime_under_30": "<30 Min.",
    "vault.filter.series": "Serien",
    "vault.filter.series_average_runtime": "Durchschnittliche Länge von Serien verwenden",
    "vault.filter.unwatched": "Nur Ungesehenes",
    "vault.import.unknownAddress": "Diese Adresse lässt sich nicht importieren. Bitte nach dem Titel suchen.",
    "vault.intent.added": "„%@“ ist auf der Merkliste.",
    "vault.intent.known": "„%@“ ist schon in der Bibliothek.",
    "vault.intent.watched": "„%@“ ist als gesehen markiert.",
    "vault.jellyfin.summary": "%@ importiert, %@ aktualisiert, %@ übersprungen",
    "vault.jellyfin.uncertain":
      "Die Antwort ging verloren: Der Server importiert vielleicht noch. Bitte vor einem neuen "
      + "Versuch den letzten Import ansehen.",
    "vault.list.personal": "Meine Merkliste",
    "vault.refused.ambiguous":
      "Ein Film und eine Serie haben in dieser Liste dieselbe Nummer; der Server nähme den falschen Titel.",
    "vault.refused.anotherTitle": "Eine Änderung war nicht möglich: Ihr Titel ist fort.",
    "vault.refused.gone": "Eine Änderung war nicht möglich: Was sie betrifft, ist fort.",
    "vault.refused.noOwnList":
      "In eine geteilte Liste kommt ein Titel über eine eigene Liste: Bitte eine anlegen und es noch einmal versuchen.",
    "vault.refused.other": "Der Server hat eine Änderung abgelehnt.",
    "vault.refused.reason": "Der Server hat eine Änderung abgelehnt: %@",
    "vault.row.collection": "Sammlung (%@ Filme; %@ ungesehen)",
    "vault.row.collection.watched": "Sammlung (%@ Filme)",
    "vault.row.partOf": "Teil von %@",
    "vault.row.series": "Serie (%@ Folgen; %@ ungesehen)",
    "vault.row.series.watched": "Serie (%@ Folgen)",
    "vault.search.external": "Zum Importieren (%@)",
    "vault.sort.dateAdded": "Hinzugefügt",
    "vault.sort.dateReleased": "Erschienen",
    "vault.sort.title": "Titel",
    "vault.sort.type": "Art",
    "vault.stale.cached": "Der Server hat ein Problem. Das hat er zuletzt gemeldet.",
    "vault.stale.offline": "Keine Verbindung. Das hat der Server zuletzt gemeldet.",
    "vault.stale.signedOut": "Du bist nicht angemeldet. Das hat der Server zuletzt gemeldet.",
    "vault.tip.watched.gotIt": "Verstanden",
    "vault.tip.watched.message": "Gesehenes bleibt in der Liste. Der Filter blendet es aus und wieder ein.",
    "vault.tip.watched.showMe": "Zeigen",
    "vault.tip.watched.title": "Als gesehen markiert!",
    "vault.watchedBy.both": "dich und deine Familie",
    "vault.watchedBy.family": "deine Familie",
    "vault.watchedBy.you": "dich",
  ])
}
