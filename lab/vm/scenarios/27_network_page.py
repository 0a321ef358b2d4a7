"""The page on the network: closed as delivered, open after two commands, behind a code, and closed again.

A port that is open is in the kernel's table of sockets, of the machine's network or of the service's own.
"""
import re
import judges
import pattern

minutes = 5
STATUS = 25
PORT = 8080
PAGE = f"http://127.0.0.1:{PORT}"


def run(lab, kit):
    lab.make_panel()
    lab.plug_card()
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)
    answers(lab)

    # Closed, as delivered, and the owner alone cannot open it.
    kit.check(not is_open(lab), "the port is open as delivered")
    kit.check(owner(lab, "network page")[1].startswith("shut"), "gfctl says that it is shut")
    code, said = owner(lab, "network page on")
    kit.check(code != 0, f"it is opened without a network: {said}")
    lab.until("the remedy", lambda: "the network is shut" in str(lab.part("page")) and "open it with gfctl network on" in str(lab.part("page")))
    code, said = owner(lab, "network page code")
    kit.check(code != 0 and "the code is" not in said, f"there is a code for a closed page: {said}")
    kit.check(not is_open(lab), "the port is open without a network")
    kit.check(owner(lab, "network page off")[1].startswith("shut"), "the page is off")

    # A network alone opens no page.
    code, said = lab.run("gfctl network on 2>&1", 180)
    kit.check(code == 0 and said.startswith("open"), f"the network is opened: {said}")
    answers(lab)
    kit.check(not is_open(lab) and ask(lab, "/") == "000", "the page is open because the network is")

    # Opted in.
    code, said = owner(lab, "network page on")
    digits = digits_of(kit, code, said)
    kit.check(said.startswith("open") and f":{PORT}" in said, f"the addresses are told: {said}")
    kit.check(is_open(lab), "no port is open after page on")
    kit.check(ask(lab, "/") == "200" and ask(lab, "/v1/status") == "403", "without the code there is the form alone")
    kit.check(ask(lab, "/pair", "code=12345") == "400", "a code has six digits")
    kit.check(ask(lab, "/pair", f"code={wrong(digits)}") == "403", "a wrong code is refused")
    lab.run("sleep 2")
    kit.check(ask(lab, "/pair", f"code={digits}", origin=None) == "403", "a form of no page is refused")
    kit.check(ask(lab, "/pair", f"code={digits}", origin="http://example.org") == "403", "a form of another page is refused")
    kit.check(ask(lab, "/", host="example.org") == "421", "another name of this address is refused")
    kit.check(ask(lab, "/pair", f"code={digits}") == "303", "the code pairs")
    kit.check(ask(lab, "/v1/status") == "200" and ask(lab, "/v1/status", jar="other") == "403", "only the paired browser reads the status")
    kit.check(ask(lab, "/v1/commands", '{"command":"pause"}') == "200", "it pauses")
    lab.until("it is paused", lambda: lab.status()["control"]["paused"])
    kit.check(ask(lab, "/v1/commands", '{"command":"pairingCode"}') == "403", "it makes no code for another browser")
    kit.check(ask(lab, "/pair", f"code={digits}", jar="other") == "403", "a code pairs one browser")

    flashed = read_code(lab, kit)

    # Guessing ends the code: a wrong guess makes the next one wait 1, 2, 4 and 8 s, and the fifth is the last.
    digits = digits_of(kit, *owner(lab, "network page code"))
    for number in range(1, 5):
        kit.check(ask(lab, "/pair", f"code={wrong(digits)}", jar="other") == "403", f"wrong guess {number}")
        if number == 4:
            kit.check(ask(lab, "/pair", f"code={digits}", jar="other") == "429", "the next guess must wait, even a right one")
        lab.run(f"sleep {2 ** (number - 1) + 1}")
    kit.check(ask(lab, "/pair", f"code={wrong(digits)}", jar="other") == "403", "wrong guess 5")
    kit.check(ask(lab, "/pair", f"code={digits}", jar="other") == "403", "after five wrong guesses the code is void")
    kit.check(any("5 wrong codes" in notice["text"] for notice in lab.status()["notices"]), "the owner is told of the guesses")
    kit.check(ask(lab, "/v1/status") == "200", "the paired browser stays paired")

    # Off again: no port, and pairings have ended.
    kit.check(owner(lab, "network page off")[1].startswith("shut"), "the page is shut")
    lab.until("the port is closed", lambda: not is_open(lab) and ask(lab, "/") == "000", 30)
    digits_of(kit, *owner(lab, "network page on"))
    kit.check(ask(lab, "/v1/status") == "403", "the pairing of before has ended")
    owner(lab, "network page off")
    lab.until("the port is closed again", lambda: not is_open(lab), 30)
    code, said = lab.run("gfctl network off 2>&1", 180)
    kit.check(code == 0 and said.startswith("shut"), f"the network is shut: {said}")
    answers(lab)
    kit.check(not is_open(lab) and ask(lab, "/") == "000", "nothing is left open")
    return f"closed without opting in twice; LED status flashes the code {flashed}; wrong codes, a void one, another page and another name refused; pairings end with the page"


def answers(lab):
    lab.until("the box answers", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)


def owner(lab, words):
    return lab.run(f"su owner -c 'gfctl {words}' 2>&1", 60)


def digits_of(kit, code, said):
    """Returns the six digits of an answer."""
    found = re.search(r"the code is (\d{3}) (\d{3})", said)
    kit.check(code == 0 and found, f"there is no code: {code}, {said}")
    return found[1] + found[2]


def read_code(lab, kit):
    """Makes a code, and reads it from the status LED."""
    # The code before has ended.
    lab.run("sleep 32", 60)
    for _ in range(5):
        lab.begin_watch(STATUS)
        digits = digits_of(kit, *owner(lab, "network page code"))
        lab.run(f"sleep {4 + sum(2.1 if digit == '0' else 0.45 * int(digit) + 1 for digit in digits):.0f}", 120)
        found = pattern.of_code(pattern.pieces(lab.end_watch()(STATUS)))
        # A look that came too late may have missed a flash or a gap.
        if all(blind < 0.15 for _, _, blind in found):
            kit.check(pattern.digits(found) == digits, f"LED status flashes {pattern.digits(found)}, and the code is {digits}: {pattern.told(found)}")
            return digits
    raise AssertionError("the machine stood still each time that LED status flashed a code")


def wrong(digits):
    return f"{(int(digits) + 1) % 1_000_000:06d}"


def is_open(lab):
    pid = lab.status().get("pid", "self")
    return judges.is_listening(lab.out(f"cat /proc/net/tcp /proc/net/tcp6 /proc/{pid}/net/tcp /proc/{pid}/net/tcp6 2> /dev/null"), PORT)


def ask(lab, path, body=None, origin=PAGE, host=None, jar="jar"):
    """Returns the status of the page's answer; 000 without one."""
    words = [f"-d '{body}'"] if body else []
    words += [f"-H 'Origin: {origin}'"] if origin and body else []
    words += [f"-H 'Host: {host}:{PORT}'"] if host else []
    return lab.out(f"curl -s -o /dev/null -w '%{{http_code}}' -b /tmp/{jar} -c /tmp/{jar} {' '.join(words)} {PAGE}{path}").strip()
