import GestureFlowAPI
import Glibc

/// The meaning of BlueZ's errors for an owner, with the remedy.
enum BlueZError {
  /// Returns the problem of an error.
  /// - Parameters:
  ///   - name: of the D-Bus error, empty for none.
  ///   - words: of the error; not trusted.
  ///   - code: errno.
  ///   - what: the failed request, as in "BlueZ was asked for ..." or "BlueZ was told to ...".
  static func problem(_ name: String, words: String, code: Int32, what: String) -> Problem {
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.Spawn.ServiceNotFound", "org.freedesktop.systemd1.NoSuchUnit", "org.freedesktop.systemd1.UnitMasked":
      .failed("there is no BlueZ here, or it does not run: sudo apt-get install bluez, then sudo systemctl enable --now bluetooth")
    case "org.freedesktop.DBus.Error.AccessDenied":
      .refused("BlueZ takes no orders from this user: sudo, or the group bluetooth")
    case "org.bluez.Error.NotReady", "org.bluez.Error.Blocked":
      .refused("Bluetooth is switched off: sudo rfkill unblock bluetooth")
    case "org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationRejected", "org.bluez.Error.AuthenticationCanceled",
      "org.bluez.Error.AuthenticationTimeout", "org.bluez.Error.ConnectionAttemptFailed":
      .refused("the device does not pair: make it ready for pairing (its manual says how), near the box, connected with nothing else")
    case "org.bluez.Error.DoesNotExist", "org.freedesktop.DBus.Error.UnknownObject":
      .notFound("the device is not there any more: gfctl midi bluetooth scan")
    case "org.bluez.Error.InProgress": .busy("BlueZ is busy with that already: wait a moment")
    default:
      .failed(
        code == ETIMEDOUT
          ? "BlueZ was \(what) and did not answer in time: is the device switched on and near?"
          : "BlueZ was \(what) and refused (\(words.isEmpty ? String(cString: strerror(code)) : words))")
    }
  }
}
