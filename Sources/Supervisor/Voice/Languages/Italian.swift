/// Sentences in Italian, a line each.
enum Italian {
  static let sentences = """
    tour1 = Benvenuti: questa scatola suona musica, e voi la modellate a mani nude.
    tour2 = Mettetevi a un braccio e mezzo dalla telecamera, con la luce davanti, e alzate una mano aperta.
    tour3 = Unite pollice e indice e alzate la mano: la destra cambia l'altezza, la sinistra la velocità.
    tour4 = Premete Mode per altri modi di suonare, due volte Play per sentire se tutto va bene, e tre secondi Mode per riascoltare.
    playerMode = Tutto bene: la modalità lettore suona la vostra musica.
    stemsMode = Tutto bene: nella modalità tracce le vostre mani mescolano quattro tracce.
    instrumentMode = Tutto bene: nella modalità strumento le vostre mani suonano note.
    thereminMode = Tutto bene: nella modalità theremin una mano suona l'altezza, l'altra il volume.
    streamMode = Tutto bene: nella modalità esterna le vostre mani controllano la musica di un altro programma.
    stems = Una traccia del brano non è leggibile: rimettete la chiavetta, o scegliete un altro brano.
    camera = La telecamera manca o non funziona: ricollegatela, oppure spegnete la scatola e controllate il cavo.
    tracker = La scatola non segue le mani come deve: riavviatela.
    sound = La scheda audio ha un problema: controllate il cavo.
    panel = Pulsanti o luci non funzionano: controllate i fili.
    library = L'elenco della musica non è leggibile: riavviate la scatola.
    state = La scheda di memoria è piena o guasta: cancellate registrazioni o sostituitela.
    data = I dati della scheda di memoria sono danneggiati o persi: se sentite di nuovo questo avviso, sostituite la scheda.
    socket = I programmi non raggiungono la scatola: riavviatela.
    midi = Il MIDI non funziona: controllate il cavo dell'apparecchio.
    osc = Le mani non si possono inviare in rete: controllate la rete.
    page = La pagina non si raggiunge dalla rete: controllate la rete.
    link = Il tempo non si può condividere: controllate la rete.
    stream = La musica di un altro programma non si raggiunge: riavviatelo.
    touch = Il dispositivo tattile non funziona: ricollegatelo.
    settings = Le impostazioni hanno un errore, e valgono le ultime buone: correggete il file.
    start = La scatola si è avviata più volte senza successo: riavviatela o chiedete aiuto.
    supervision = Un apparecchio blocca la scatola: scollegatelo o riavviate la scatola.
    tooDark = È troppo buio per la telecamera: mettete una lampada accanto.
    tooBright = C'è troppa luce per la telecamera: giratela via dalla finestra o dalla lampada.
    backlit = La luce viene da dietro: chiudete la tenda o girate la telecamera.
    covered = La telecamera non vede nulla: scoprite l'obiettivo o accendete una luce.
    blurred = La telecamera è sfocata: pulite l'obiettivo o girate il suo anello.
    stickEmpty = Sulla chiavetta non c'è nulla da suonare: metteteci della musica.
    stickImport = La musica della chiavetta va importata: lasciate che lo faccia la scatola.
    stickUnreadable = La chiavetta non è leggibile: provate un'altra porta o un'altra chiavetta.
    updateOffered = Sulla chiavetta c'è un aggiornamento: tenete premuto Play tre secondi per installarlo.
    updateInstalled = L'aggiornamento è installato: tenete premuto Play tre secondi per riavviare la scatola.
    updateFailed = L'aggiornamento è stato rifiutato: copiatelo di nuovo sulla chiavetta, o leggete il motivo al computer.
    code = Segue il codice della pagina.
    other = La scatola ha bisogno di aiuto: guardate il suo stato da un computer.
    """
}
