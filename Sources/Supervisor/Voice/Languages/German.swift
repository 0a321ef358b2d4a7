/// Sentences in German, a line each.
enum German {
  static let sentences = """
    tour1 = Willkommen: Diese Box spielt Musik, und Sie formen sie mit bloßen Händen.
    tour2 = Stellen Sie sich anderthalb Armlängen vor die Kamera, mit Licht von vorn, und heben Sie eine offene Hand.
    tour3 = Führen Sie Daumen und Zeigefinger zusammen und heben Sie die Hand: Die rechte ändert die Tonhöhe, die linke die Geschwindigkeit.
    tour4 = Drücken Sie Mode für andere Spielarten, zweimal Play, um zu hören, ob alles in Ordnung ist, und drei Sekunden Mode, um dies erneut zu hören.
    playerMode = Alles in Ordnung: Der Modus Player spielt Ihre Musik.
    stemsMode = Alles in Ordnung: Im Modus Stems mischen Ihre Hände vier Spuren.
    instrumentMode = Alles in Ordnung: Im Modus Instrument spielen Ihre Hände Noten.
    thereminMode = Alles in Ordnung: Im Modus Theremin spielt eine Hand die Tonhöhe, die andere die Lautstärke.
    streamMode = Alles in Ordnung: Im Modus Stream steuern Ihre Hände die Musik eines anderen Programms.
    stems = Eine Spur des Stücks ist nicht lesbar: Stecken Sie den Stick wieder an, oder wählen Sie ein anderes Stück.
    camera = Die Kamera fehlt oder geht nicht: Stecken Sie sie neu an, oder schalten Sie die Box aus und prüfen Sie ihr Kabel.
    tracker = Die Box folgt den Händen nicht, wie sie soll: Starten Sie sie neu.
    sound = Die Soundkarte hat ein Problem: Prüfen Sie ihr Kabel.
    panel = Tasten oder Lichter gehen nicht: Prüfen Sie die Drähte.
    library = Die Musikliste ist nicht lesbar: Starten Sie die Box neu.
    state = Die Speicherkarte ist voll oder defekt: Löschen Sie Aufnahmen, oder tauschen Sie sie.
    data = Die Daten auf der Speicherkarte sind beschädigt oder verloren: Wenn Sie dies noch einmal hören, tauschen Sie die Karte.
    socket = Programme erreichen die Box nicht: Starten Sie sie neu.
    midi = MIDI geht nicht: Prüfen Sie das Kabel des Geräts.
    osc = Hände lassen sich nicht ins Netz senden: Prüfen Sie das Netzwerk.
    page = Die Seite ist über das Netz nicht erreichbar: Prüfen Sie das Netzwerk.
    link = Das Tempo lässt sich nicht teilen: Prüfen Sie das Netzwerk.
    stream = Die Musik eines anderen Programms fehlt: Starten Sie es neu.
    touch = Das Berührungsfeld geht nicht: Stecken Sie es neu an.
    settings = Die Einstellungen haben einen Fehler, und die letzten guten gelten: Berichtigen Sie die Datei.
    start = Die Box ist mehrmals vergeblich gestartet: Starten Sie sie neu, oder holen Sie Hilfe.
    supervision = Ein Gerät hält die Box auf: Ziehen Sie es ab, oder starten Sie die Box neu.
    tooDark = Für die Kamera ist es zu dunkel: Stellen Sie eine Lampe daneben.
    tooBright = Für die Kamera ist es zu hell: Drehen Sie sie vom Fenster oder von der Lampe weg.
    backlit = Das Licht kommt von hinten: Schließen Sie den Vorhang, oder drehen Sie die Kamera.
    covered = Die Kamera sieht nichts: Machen Sie die Linse frei, oder schalten Sie Licht ein.
    blurred = Die Kamera ist unscharf: Putzen Sie die Linse, oder drehen Sie ihren Ring.
    stickEmpty = Auf dem Stick ist nichts Spielbares: Kopieren Sie Musik darauf.
    stickImport = Die Musik auf dem Stick muss importiert werden: Lassen Sie die Box das tun.
    stickUnreadable = Der Stick ist nicht lesbar: Versuchen Sie einen anderen Anschluss oder einen anderen Stick.
    updateOffered = Auf dem Stick ist ein Update: Halten Sie Play drei Sekunden, um es zu installieren.
    updateInstalled = Das Update ist installiert: Halten Sie Play drei Sekunden, um die Box damit neu zu starten.
    updateFailed = Das Update wurde abgelehnt: Kopieren Sie es neu auf den Stick, oder lesen Sie den Grund am Computer.
    code = Es folgt der Code für die Seite.
    other = Die Box braucht Hilfe: Sehen Sie ihren Zustand am Computer an.
    """
}
