import GestureFlowAPI
import Glibc

/// The meaning of BlueZ's errors for an owner, with the remedy.
enum BlueZError {
  /// Returns the problem of an error.
  /// - Parameters:
  ///   - name: of the D-Bus error, empty for none.
  ///   - words: of the error; not trusted.
  ///   - code: errno.
  ///   - what: the failed request, such as "listing the devices".
  static func problem(_ name: String, words: String, code: Int32, what: String) -> Problem {
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.Spawn.ServiceNotFound", "org.freedesktop.systemd1.NoSuchUnit", "org.freedesktop.systemd1.UnitMasked":
      .failed("BlueZ is not installed or not running: sudo apt-get install bluez, then sudo systemctl enable --now bluetooth")
    case "org.freedesktop.DBus.Error.AccessDenied":
      .refused("BlueZ rejects commands of this user: use sudo, or add the user to the group bluetooth")
    case "org.bluez.Error.NotReady", "org.bluez.Error.Blocked":
      .refused("Bluetooth is switched off: sudo rfkill unblock bluetooth")
    case "org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationRejected", "org.bluez.Error.AuthenticationCanceled",
      "org.bluez.Error.AuthenticationTimeout", "org.bluez.Error.ConnectionAttemptFailed":
      .refused("the device does not pair: make it ready for pairing (its manual says how), near the box, not connected elsewhere")
    case "org.bluez.Error.DoesNotExist", "org.freedesktop.DBus.Error.UnknownObject":
      .notFound("the device is not there any more: run gfctl midi bluetooth scan")
    case "org.bluez.Error.InProgress": .busy("BlueZ is busy with that already: wait a moment")
    default:
      .failed(
        code == ETIMEDOUT
          ? "BlueZ did not answer in time (\(what)): switch the device on, near the box"
          : "BlueZ rejected a request (\(what): \(words.isEmpty ? String(cString: strerror(code)) : words))")
    }
  }
}
