/// Sentences in French, a line each.
enum French {
  static let sentences = """
    tour1 = Bienvenue : cette boîte joue de la musique, et vous la façonnez à mains nues.
    tour2 = Placez-vous à une longueur et demie de bras de la caméra, face à la lumière, et levez une main ouverte.
    tour3 = Joignez le pouce et l'index et levez la main : la droite change la hauteur, la gauche la vitesse.
    tour4 = Appuyez sur Mode pour d'autres façons de jouer, deux fois sur Play pour entendre si tout va bien, et trois secondes sur Mode pour réentendre ceci.
    playerMode = Tout va bien : le mode lecteur joue votre musique.
    stemsMode = Tout va bien : en mode pistes, vos mains mélangent quatre pistes.
    instrumentMode = Tout va bien : en mode instrument, vos mains jouent des notes.
    thereminMode = Tout va bien : en mode thérémine, une main joue la hauteur, l'autre le volume.
    streamMode = Tout va bien : en mode flux, vos mains commandent la musique d'un autre programme.
    stems = Une piste du morceau est illisible : remettez sa clé, ou choisissez un autre morceau.
    camera = La caméra manque ou ne marche pas : rebranchez-la, ou éteignez la boîte et vérifiez le câble.
    tracker = La boîte ne suit pas les mains comme il faut : redémarrez-la.
    sound = La carte son a un problème : vérifiez son câble.
    panel = Des boutons ou des voyants ne marchent pas : vérifiez les fils.
    library = La liste de musique est illisible : redémarrez la boîte.
    state = La carte mémoire est pleine ou abîmée : effacez des enregistrements ou remplacez-la.
    data = Les données de la carte mémoire sont abîmées ou perdues : si vous réentendez ceci, remplacez la carte.
    socket = Les programmes ne joignent pas la boîte : redémarrez-la.
    midi = Le MIDI ne marche pas : vérifiez le câble de l'appareil.
    osc = Les mains ne passent pas sur le réseau : vérifiez le réseau.
    page = La page est inaccessible par le réseau : vérifiez le réseau.
    link = Le tempo ne peut pas être partagé : vérifiez le réseau.
    stream = La musique d'un autre programme est injoignable : relancez ce programme.
    touch = L'appareil tactile ne marche pas : rebranchez-le.
    settings = Les réglages ont une erreur, et les derniers bons sont utilisés : corrigez le fichier.
    start = La boîte a démarré plusieurs fois sans succès : redémarrez-la ou demandez de l'aide.
    supervision = Un appareil bloque la boîte : débranchez-le ou redémarrez la boîte.
    tooDark = Il fait trop sombre pour la caméra : mettez une lampe à côté.
    tooBright = Il y a trop de lumière pour la caméra : détournez-la de la fenêtre ou de la lampe.
    backlit = La lumière vient de derrière vous : fermez le rideau ou tournez la caméra.
    covered = La caméra ne voit rien : découvrez l'objectif ou allumez une lumière.
    blurred = La caméra est floue : essuyez l'objectif ou tournez sa bague.
    stickEmpty = Rien sur la clé ne se joue : mettez-y de la musique.
    stickImport = La musique de la clé doit être importée : laissez la boîte le faire.
    stickUnreadable = La clé est illisible : essayez un autre port ou une autre clé.
    updateOffered = Une mise à jour est sur la clé : maintenez Play trois secondes pour l'installer.
    updateInstalled = La mise à jour est installée : maintenez Play trois secondes pour redémarrer la boîte avec elle.
    updateFailed = La mise à jour a été refusée : copiez-la de nouveau sur la clé, ou lisez la raison sur l'ordinateur.
    code = Voici le code de la page.
    other = La boîte a besoin d'aide : regardez son état depuis un ordinateur.
    """
}
