#!/usr/bin/env python3
"""Writes a program's man page from its --experimental-dump-help.   usage: manpage.py PROGRAM [EMULATOR...]"""
import json, os, subprocess, sys

program, *emulator = sys.argv[1:]
name = os.path.basename(program)
tool = json.loads(subprocess.run([*emulator, program, "--experimental-dump-help"], capture_output=True, check=True, text=True).stdout)["command"]


def plain(text):
    text = (text or "").replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(("\\&" + line) if line.startswith((".", "'")) else line for line in text.split("\n"))


def names(argument):
    if argument["kind"] == "positional":
        return "<" + argument.get("valueName", "value") + ">"
    shown = ", ".join(("--" if n["kind"] == "long" else "-") + n["name"] for n in argument.get("names", []))
    return shown + (" <" + argument.get("valueName", "value") + ">" if argument["kind"] == "option" else "")


def arguments(command):
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True):
            continue
        default = argument.get("defaultValue")
        text = argument.get("abstract", "") + (f" (default: {default})" if default and argument["kind"] != "flag" else "")
        print(".TP\n.B " + plain(names(argument)) + "\n" + (plain(text) or "\\&"))


def commands(command, path):
    for sub in command.get("subcommands", []):
        if sub["commandName"] == "help" or not sub.get("shouldDisplay", True):
            continue
        whole = path + " " + sub["commandName"]
        print(".SS " + plain(whole) + "\n" + plain(sub.get("abstract", "")))
        arguments(sub)
        commands(sub, whole)


print(f'.TH {name.upper()} 1 "" "GestureFlow" "User Commands"')
print(".SH NAME\n" + plain(name) + " \\- " + plain(tool.get("abstract", "").rstrip(".")))
print(".SH SYNOPSIS\n.B " + plain(name) + "\n[command] [options]")
print(".SH OPTIONS")
arguments(tool)
print(".SH COMMANDS")
commands(tool, name)
if name == "gfctl":
    print(".SH ENVIRONMENT\n.TP\n.B GESTUREFLOW_SOCKET\nThe box's socket.\n.TP\n.B VISUAL, EDITOR\nThe editor of gfctl config edit.\n.TP\n.B NO_COLOR\nNo colours.")
    print(".SH EXIT STATUS\n0 done or healthy, 1 degraded, refused or failed, 3 not running, 4 no answer or no permission, 64 wrong command line.")
print(".SH FILES\n/etc/gestureflow/gestureflow.toml, /etc/gestureflow/sounds, /usr/share/gestureflow/sounds, /var/lib/gestureflow/settings.toml, /var/lib/gestureflow, /run/gestureflow/control.sock, /run/gestureflow/health.sock")
