import ArgumentParser

/// On or off, as an argument.
enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }
