import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// `gfctl license` and `gflab licence` from end to end. The programs of this build have no public key, so a box
/// accepts no licence. `LicenceBoxTests` cover a box with keys.
@Suite(.serialized) struct GfctlLicenceTests {
  private func lab(_ words: String...) throws -> ProgramRun { try ProgramRun.run(Places.program("gflab"), ["licence"] + words) }

  @Test func `a maker makes keys and licences`() throws {
    try Places.withFolder { folder in
      let (key, keys, file) = (folder.path + "/maker.key", folder.path + "/keys.txt", folder.path + "/a.licence")
      let made = try lab("keygen", key, "--name", "a maker")
      #expect(made.status == 0 && made.output.hasPrefix("ed25519 ") && made.output.hasSuffix(" a maker\n"), "\(made.errors)")
      try Data(made.output.utf8).write(to: URL(fileURLWithPath: keys))
      let again = try lab("keygen", key)
      #expect(again.status != 0 && again.errors.contains("exists already"))
      let signed = try lab(
        "sign", "--key", key, "--id", "7", "--holder", "Ada Łódź", "--serial", "*", "--expires", "2099-01-01T00:00:00Z", "-o", file)
      #expect(signed.status == 0, "\(signed.errors)")
      let good = try lab("verify", file, "--keys", keys)
      #expect(good.status == 0 && good.output.contains("it counts: '7' for Ada Łódź, serial *"), "\(good.output) \(good.errors)")
      let late = try lab("verify", file, "--keys", keys, "--at", "2100-01-01T00:00:00Z")
      #expect(late.status == 1 && late.output.contains("it expired on 2099-01-01"))
      let foreign = try lab("verify", file)
      #expect(foreign.status == 1 && foreign.output.contains("this program knows no key"))
      for (words, told) in [
        (["--serial", "a b", "--id", "7"], "'serial' must be"), (["--serial", "*", "--id", ""], "'id' must be"),
        (["--serial", "*", "--id", "7", "--expires", "tomorrow"], "--expires takes a moment"),
        (["--serial", "*", "--id", "7", "-o", file], "exists already"),
      ] {
        let wrong = try ProgramRun.run(Places.program("gflab"), ["licence", "sign", "--key", key, "--holder", "Ada"] + words)
        #expect(wrong.status != 0 && wrong.errors.contains(told), "\(words): \(wrong.errors)")
      }
    }
  }

  @Test func `a faulty file is reported with its fault`() throws {
    let box = try RunningBox()
    let shown = try box.ctl("license")
    #expect(
      shown.status == 0 && shown.output.contains("licence    not needed: this build has no public key"),
      "\(shown.output) \(shown.errors)")
    #expect(shown.output.contains("tier now   pro"))
    let json = try box.ctl("license", "show", "--json")
    #expect(try JSONDecoder().decode(LicenceStatus.self, from: Data(json.output.utf8)).state == .notNeeded)
    #expect(try box.ctl("license", "keys").output.hasPrefix("none: "))
    let status = try box.ctl("status", "--all")
    #expect(status.output.contains("\nlicence   not needed"))
    try Places.withFolder { folder in
      let files: [(String, Data?, String)] = [
        ("missing", nil, "there is no such file"), ("big", Data(count: 10 << 20), "10485760 bytes"), ("empty", Data(), "it is empty"),
        ("half", Data("{\"format\": \"gestureflow-lic".utf8), "ends in the middle"), ("noise", Data([0x7B, 0xFF, 0xFE]), "not UTF-8 text"),
        ("other", Data("{\"name\": \"x\"}".utf8), "not a licence of GestureFlow"),
      ]
      for (name, data, told) in files {
        let path = folder.path + "/\(name).licence"
        try data?.write(to: URL(fileURLWithPath: path))
        let run = try box.ctl("license", "install", path)
        #expect(
          run.status == 1 && run.errors.contains(path) && run.errors.contains(told) && run.errors.contains("nothing was installed"),
          "\(run.errors)")
      }
      let (key, file) = (folder.path + "/k", folder.path + "/good.licence")
      _ = try lab("keygen", key)
      _ = try lab("sign", "--key", key, "--id", "7", "--holder", "Ada", "--serial", "*", "-o", file)
      let good = try box.ctl("license", "install", file)
      #expect(good.status == 1 && good.errors.contains("not needed"), "\(good.errors)")
      // The licence has the maximum size. The box answers, not its limit for commands.
      var padded = try Data(contentsOf: URL(fileURLWithPath: file))
      padded += Data(repeating: 10, count: 16_384 - padded.count)
      try padded.write(to: URL(fileURLWithPath: file))
      let large = try box.ctl("license", "install", file)
      #expect(large.status == 1 && large.errors.contains("not needed"), "\(large.errors)")
      let remove = try box.ctl("license", "remove")
      #expect(remove.status == 1 && remove.errors.contains("no licence is installed"), "\(remove.errors)")
    }
  }
}
