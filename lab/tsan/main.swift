import Glibc

/// Runs one course, named by the first argument. 0 if its reader read what was written. `test_races.py` makes `course`.
guard let chosen = course(CommandLine.arguments.dropFirst().first ?? "") else { exit(2) }
exit(run(chosen) ? 0 : 1)
