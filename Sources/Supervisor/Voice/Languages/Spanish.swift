/// Sentences in Spanish, a line each.
enum Spanish {
  static let sentences = """
    tour1 = Bienvenido: esta caja toca música, y usted la moldea con las manos.
    tour2 = Póngase a un brazo y medio de la cámara, con luz de frente, y levante una mano abierta.
    tour3 = Junte el pulgar y el índice y levante la mano: la derecha cambia el tono, la izquierda la velocidad.
    tour4 = Pulse Mode para otras formas de tocar, Play dos veces para oír si todo va bien, y mantenga Mode tres segundos para oír esto otra vez.
    playerMode = Todo va bien: el modo reproductor toca su música.
    stemsMode = Todo va bien: en el modo pistas sus manos mezclan cuatro pistas.
    instrumentMode = Todo va bien: en el modo instrumento sus manos tocan notas.
    thereminMode = Todo va bien: en el modo theremín una mano toca el tono y la otra el volumen.
    streamMode = Todo va bien: en el modo externo sus manos controlan la música de otro programa.
    stems = No se puede leer una pista de la canción: vuelva a poner su memoria, o elija otra canción.
    camera = La cámara falta o no funciona: conéctela de nuevo, o apague la caja y revise el cable.
    tracker = La caja no sigue las manos como debe: reiníciela.
    sound = La tarjeta de sonido tiene un problema: revise su cable.
    panel = Los botones o las luces no funcionan: revise los cables.
    library = No se puede leer la lista de música: reinicie la caja.
    state = La tarjeta de memoria está llena o dañada: borre grabaciones o cámbiela.
    data = Los datos de la tarjeta de memoria están dañados o perdidos: si oye esto otra vez, cambie la tarjeta.
    socket = Los programas no alcanzan la caja: reiníciela.
    midi = MIDI no funciona: revise el cable del aparato.
    osc = No se pueden enviar las manos por la red: revise la red.
    page = No se llega a la página por la red: revise la red.
    link = No se puede compartir el tempo: revise la red.
    stream = No se alcanza la música de otro programa: reinicie ese programa.
    touch = El panel táctil no funciona: conéctelo de nuevo.
    settings = Los ajustes tienen un error, y valen los últimos buenos: corrija el archivo.
    start = La caja arrancó varias veces sin éxito: reiníciela o pida ayuda.
    supervision = Un aparato bloquea la caja: desconéctelo o reinicie la caja.
    tooDark = Está demasiado oscuro para la cámara: ponga una lámpara al lado.
    tooBright = Hay demasiada luz para la cámara: apártela de la ventana o de la lámpara.
    backlit = La luz viene de detrás: cierre la cortina o gire la cámara.
    covered = La cámara no ve nada: destape la lente o encienda una luz.
    blurred = La cámara está desenfocada: limpie la lente o gire su anillo.
    stickEmpty = Nada de la memoria se puede tocar: ponga música en ella.
    stickImport = Hay que importar la música de la memoria: deje que la caja lo haga.
    stickUnreadable = No se puede leer la memoria: pruebe otro puerto u otra memoria.
    updateOffered = Hay una actualización en la memoria: mantenga Play tres segundos para instalarla.
    updateInstalled = La actualización está instalada: mantenga Play tres segundos para reiniciar la caja con ella.
    updateFailed = La actualización fue rechazada: cópiela otra vez en la memoria, o lea el motivo en el ordenador.
    code = Este es el código de la página.
    other = La caja necesita ayuda: mire su estado en un ordenador.
    """
}
