import Notes

/// A value set from outside. The source is a button, a client, or a new set.
enum OutsideChange: Sendable {
  /// Player mode.
  case speed(Float)
  case pitch(Float)
  case volume(Float)
  case filter(Float)
  /// Stems mode; channels count from 0.
  case stemVolume(channel: Int, Float)
  case stemPitch(channel: Int, Float)
  case selected(Int?)
  case channelCount(Int)
  /// Instrument mode.
  case instrument(InstrumentSettings)
  /// Stream mode.
  case streamVolume(Float)
  case streamPitch(Float)
}
