/// Sentences in English, a line each.
enum English {
  static let sentences = """
    tour1 = Welcome: this box plays music, and you shape it with your bare hands.
    tour2 = Stand one and a half arm's lengths from the camera, with light from the front, and raise an open hand.
    tour3 = Bring thumb and index finger together and lift the hand: the right one changes the pitch, the left one the speed.
    tour4 = Press Mode for other ways to play, Play twice to hear whether all is well, and hold Mode for three seconds to hear this again.
    playerMode = All is well: mode player plays your music.
    stemsMode = All is well: in mode stems your hands mix four tracks.
    instrumentMode = All is well: in mode instrument your hands play notes.
    thereminMode = All is well: in mode theremin one hand plays the pitch, the other the volume.
    streamMode = All is well: in mode stream your hands control the music of another program.
    stems = A track of the song cannot be read: put its stick back, or choose another song.
    camera = The camera is missing or does not work: plug it in again, or switch the box off and check its cable.
    tracker = The box does not follow hands as it should: restart it.
    sound = The sound card has a problem: check its cable.
    panel = Buttons or lights do not work: check their wires.
    library = The list of music cannot be read: restart the box.
    state = The memory card is full or broken: remove recordings, or replace it.
    data = The data on the memory card are damaged or lost: if you hear this again, replace the card.
    socket = The box cannot be reached by programs: restart it.
    midi = MIDI does not work: check the cable of the device.
    osc = Hands cannot be sent over the network: check the network.
    page = The page cannot be reached over the network: check the network.
    link = The tempo cannot be shared: check the network.
    stream = Another program's music cannot be reached: restart that program.
    touch = The touch device does not work: plug it in again.
    settings = The settings have a mistake, and the last good ones are in use: correct the file.
    start = The box started several times without success: restart it, or ask for help.
    supervision = A device blocks the box: unplug it, or restart the box.
    tooDark = It is too dark for the camera: put a lamp beside it.
    tooBright = It is too bright for the camera: turn it from the window or the lamp.
    backlit = Light comes from behind you: close the curtain, or turn the camera.
    covered = The camera sees nothing: uncover the lens, or switch a light on.
    blurred = The camera is out of focus: wipe the lens, or turn its ring.
    stickEmpty = Nothing on the stick plays: put music on it.
    stickImport = The music on the stick needs an import: let the box import it.
    stickUnreadable = The stick cannot be read: try another port or another stick.
    updateOffered = An update is on the stick: hold Play for three seconds to install it.
    updateInstalled = The update is installed: hold Play for three seconds to restart the box with it.
    updateFailed = The update was rejected: copy it to the stick again, or read the reason at the computer.
    code = The code for the page follows.
    other = The box needs help: look at its status from a computer.
    """
}
