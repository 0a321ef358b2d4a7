import Camera
import ChildPrograms
import Foundation
import GestureFlowAPI
import Perception

/// A writer of frames to a film.
/// It writes YUV4MPEG2 itself, any other format through an `ffmpeg` child.
public final class FilmWriter {
  private let path: String
  private let handle: FileHandle
  private let child: ChildProgram?

  /// Opens a film.
  /// - Throws: `FileError` when the file cannot be made or ffmpeg cannot be started.
  public init(_ path: String, width: Int, height: Int, rate: Double) throws {
    self.path = path
    if path.hasSuffix(".y4m") {
      guard let file = FileHandle(emptying: path) else {
        throw FileError(path: path, reason: "it cannot be written", remedy: "check the folder and its access rights")
      }
      handle = file
      child = nil
    } else {
      let pipe = Pipe()
      let words = [
        "ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "yuv4mpegpipe", "-i", "pipe:0", "-crf", "12", "-pix_fmt", "yuv420p", path,
      ]
      do throws(SystemFailure) {
        child = try ChildProgram(
          "/usr/bin/env", words, input: .descriptor(pipe.fileHandleForReading.fileDescriptor), output: .inherited, errors: .inherited)
      } catch {
        throw FileError(path: path, reason: "ffmpeg could not be started (\(error))", remedy: "sudo apt-get install ffmpeg")
      }
      // Our copy would keep the pipe open without a reader.
      try? pipe.fileHandleForReading.close()
      handle = pipe.fileHandleForWriting
    }
    try handle.write(contentsOf: Data("YUV4MPEG2 W\(width) H\(height) F\(Int(rate * 1000)):1000 Ip A1:1 C420jpeg\n".utf8))
  }

  /// Adds a frame.
  /// - Throws: `FileError` for a frame that is not planar 4:2:0; an error of the system when the file cannot be
  ///   written.
  public func write(_ frame: Frame) throws {
    guard let chroma = frame.chroma, frame.luma.step == 1, chroma.u.shiftX == 1, chroma.u.shiftY == 1 else {
      throw FileError(path: path, reason: "only planar 4:2:0 frames can be filmed")
    }
    var data = Data("FRAME\n".utf8)
    let planes = [
      (frame.luma, frame.width, frame.height), (chroma.u, frame.width / 2, frame.height / 2), (chroma.v, frame.width / 2, frame.height / 2),
    ]
    for (plane, width, height) in planes {
      for row in 0..<height { data.append(plane.start + row * plane.stride, count: width) }
    }
    try handle.write(contentsOf: data)
  }

  /// Closes the film.
  /// - Throws: `FileError` when ffmpeg could not write the film.
  public func close() throws {
    try handle.close()
    guard let end = child?.wait(), end != .exit(0) else { return }
    throw FileError(path: path, reason: "ffmpeg could not write it (\(end.description))")
  }

  /// Completes a film that was not closed. Otherwise ffmpeg would be killed with its object.
  deinit {
    try? handle.close()
    child?.wait()
  }
}
