/// Setting of the feedback sounds (`sound.tick`).
package enum TickSound: String, Sendable, CaseIterable { case off, soft }
