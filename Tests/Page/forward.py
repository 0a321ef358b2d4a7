"""Replaces an owner's `ssh -L`, because browsers open no Unix sockets."""
import socket, threading


def pump(a, b):
    try:
        while data := a.recv(65536):
            b.sendall(data)
    except OSError:
        pass
    for s in (a, b):
        try:
            s.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def forward(path):
    """Returns a TCP listener whose clients reach the Unix socket at path.

    It ends when it is closed.
    """
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            box = socket.socket(socket.AF_UNIX)
            try:
                box.connect(path)
            except OSError:
                client.close()
                continue
            threading.Thread(target=pump, args=(client, box), daemon=True).start()
            threading.Thread(target=pump, args=(box, client), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener
