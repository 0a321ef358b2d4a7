import Control
import Foundation
import GestureFlowAPI
import NIOCore
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// The page on a TCP port of this machine: a browser that pairs, many pages, and limits.
@Suite(.serialized) struct NetworkListenerTests {
  /// Returns a listener without timeouts, and its port.
  private func serve(_ service: Service, pairing: Pairing = Pairing()) throws -> (NetworkListener, Int) {
    let listener = try NetworkListener(port: 0, limits: .patientNetwork, name: "box.local", pairing: pairing, service: service)
    return (listener, try #require(listener.boundPort))
  }

  private func ask(
    _ port: Int, _ method: String, _ path: String, _ headers: [String] = [], body: String = "", host: Int = 1
  ) throws -> Answer {
    let connection = try #require(UnixConnection(port: port, host: host))
    let lines = ["\(method) \(path) HTTP/1.1", "Connection: close", "Content-Length: \(body.utf8.count)"] + headers
    connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return Answer(connection.readAll())
  }

  /// Returns a box that does not run.
  private func idleBox() throws -> Box {
    var settings = RunSettings()
    (settings.camera, settings.sink, settings.freeRunning) = (.performer("open"), .null, true)
    return try Box(settings, log: BootLog(quiet: true))
  }

  @Test func `a browser pairs, plays, and is forgotten at the end`() throws {
    let box = try idleBox()
    let pairing = Pairing()
    let (listener, port) = try serve(Router(box).service(pairing: pairing), pairing: pairing)
    defer { listener.stop() }
    let (host, origin) = ("Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)")
    let form = try ask(port, "GET", "/", [host])
    #expect(form.status == 200 && form.text.contains("<form method=\"post\" action=\"/pair\">"))
    #expect(try ask(port, "GET", "/v1/status", [host]).status == 403)

    let code = pairing.newCode()
    #expect(try ask(port, "POST", "/pair", [host], body: "code=\(code)").status == 403, "no origin")
    #expect(try ask(port, "POST", "/pair", ["Host: evil.example:\(port)", origin], body: "code=\(code)").status == 421)
    let paired = try ask(port, "POST", "/pair", [host, origin], body: "code=\(code)")
    #expect(paired.status == 303, "\(paired.headers)")
    let match = try #require(paired.headers.firstMatch(of: /Set-Cookie: (gestureflow=[0-9a-f]{32});/))
    let cookie = "Cookie: other=1; \(match.output.1)"

    #expect(try ask(port, "GET", "/", [host, cookie]).text.contains("<title>GestureFlow</title>"))
    #expect(try ask(port, "GET", "/v1/status", [host, cookie]).json["mode"] as? String == "player")
    let pause = #"{"command":"pause"}"#
    #expect(try ask(port, "POST", "/v1/commands", [host, cookie], body: pause).status == 403)
    #expect(!box.status.control.paused)
    #expect(try ask(port, "POST", "/v1/commands", [host, cookie, origin], body: pause).status == 200)
    #expect(box.status.control.paused)
    #expect(try ask(port, "POST", "/v1/commands", [host, cookie, origin], body: #"{"command":"shutdown"}"#).status == 403)
    #expect(!box.wantsPowerOff)
    #expect(try ask(port, "GET", "http://evil.example/v1/status", [host, cookie]).status == 421, "a whole URL counts as a host")
    #expect(try ask(port, "GET", "http://127.0.0.1:\(port)/v1/status", [host, cookie]).status == 200)
    pairing.end()
    #expect(try ask(port, "GET", "/v1/status", [host, cookie]).status == 403)
  }

  @Test func `cookies count as headers here`() throws {
    let (listener, port) = try serve(Service { _ in Answers.text("here") })
    defer { listener.stop() }
    for (count, status) in [(4000, 200), (9000, 431)] {
      let answer = try ask(port, "GET", "/", ["Host: 127.0.0.1:\(port)", "Cookie: a=\(String(repeating: "b", count: count))"])
      #expect(answer.status == status, "\(count)")
    }
  }

  /// Each of them has an address of its own, as on a home network.
  @Test func `twenty browsers pair, and each has the page with its events`() throws {
    let pairing = Pairing()
    let (listener, port) = try serve(Router(idleBox()).service(pairing: pairing), pairing: pairing)
    defer { listener.stop() }
    let (host, origin) = ("Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)")
    let browsers = try (2..<22).map { address in
      let paired = try ask(port, "POST", "/pair", [host, origin], body: "code=\(pairing.newCode())", host: address)
      let match = try #require(paired.headers.firstMatch(of: /gestureflow=[0-9a-f]{32}/), "\(address): \(paired.headers)")
      return (address: address, cookie: "Cookie: \(match.output)")
    }
    var streams: [UnixConnection] = []
    for browser in browsers {
      let stream = try #require(UnixConnection(port: port, host: browser.address))
      stream.send("GET /v1/events HTTP/1.1\r\n\(host)\r\n\(browser.cookie)\r\n\r\n")
      #expect(Answer(stream.readSome()).status == 200, "\(browser.address)")
      streams.append(stream)
    }
    for browser in browsers {
      let page = try ask(port, "GET", "/", [host, browser.cookie], host: browser.address)
      #expect(page.text.contains("<title>GestureFlow</title>"), "\(browser.address)")
      #expect(try ask(port, "GET", "/v1/status", [host, browser.cookie], host: browser.address).status == 200, "\(browser.address)")
    }
    withExtendedLifetime(streams) {}
  }

  /// Each page has a stream of events, and all wait for an answer that does not come.
  @Test func `twenty pages do not delay the socket of the box`() throws {
    let gate = DispatchSemaphore(value: 0)
    let (listener, port) = try serve(
      Service { request in
        if request.path == "/events" { return .events { Data("data: x\n\n".utf8) } }
        gate.wait()
        return Answers.text("late")
      })
    let own = try OwnServer(.patient, Service { _ in Answers.text("here") })
    defer {
      listener.stop()
      own.stop()
    }
    let host = "Host: 127.0.0.1:\(port)\r\n\r\n"
    let streams = (0..<20).compactMap { UnixConnection(port: port, host: 2 + $0) }
    let waiting = (0..<20).compactMap { UnixConnection(port: port, host: 2 + $0) }
    #expect(streams.count == 20 && waiting.count == 20)
    for connection in streams { connection.send("GET /events HTTP/1.1\r\n" + host) }
    for connection in waiting { connection.send("GET /slow HTTP/1.1\r\nConnection: close\r\n" + host) }
    for connection in streams { #expect(Answer(connection.readSome()).status == 200) }
    for _ in 0..<50 {
      let local = try #require(UnixConnection(own.path))
      local.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
      #expect(Answer(local.readAll()).text == "here")
    }
    for _ in waiting { gate.signal() }
    for connection in waiting { #expect(Answer(connection.readAll()).text == "late") }
  }

  @Test func `one page too many is told so`() throws {
    let (listener, port) = try serve(Service { $0.path == "/events" ? .events { Data("data: x\n\n".utf8) } : Answers.text("here") })
    defer { listener.stop() }
    let limits = Limits.network
    let host = "Host: 127.0.0.1:\(port)\r\n\r\n"
    var crowd: [UnixConnection] = []
    for number in 0...limits.streams {
      let connection = try #require(UnixConnection(port: port, host: 2 + number / limits.perAddress))
      connection.send("GET /events HTTP/1.1\r\n" + host)
      #expect(Answer(connection.readSome()).status == (number < limits.streams ? 200 : 503), "\(number)")
      crowd.append(connection)
    }
    for number in crowd.count..<limits.connections {
      let connection = try #require(UnixConnection(port: port, host: 2 + number / limits.perAddress))
      connection.send("GET / HTTP/1.1\r\n" + host)
      #expect(Answer(connection.readSome()).status == 200)
      crowd.append(connection)
    }
    let late = try #require(UnixConnection(port: port))
    #expect(Answer(late.readAll()).status == 503)
    crowd.removeAll()
    #expect(waitUntil { (try? ask(port, "GET", "/", ["Host: 127.0.0.1:\(port)"]).text) == "here" }, "places are free again")
  }

  @Test func `one address holds sixteen places and leaves the others free`() throws {
    let (listener, port) = try serve(Service { _ in Answers.text("here") })
    defer { listener.stop() }
    let host = "Host: 127.0.0.1:\(port)"
    var crowd: [UnixConnection] = []
    for _ in 0..<16 {
      let connection = try #require(UnixConnection(port: port))
      connection.send("GET / HTTP/1.1\r\n\(host)\r\n\r\n")
      #expect(Answer(connection.readSome()).status == 200)
      crowd.append(connection)
    }
    let late = Answer(try #require(UnixConnection(port: port)).readAll())
    #expect(late.status == 503 && late.text.contains("16 from your address"), "\(late.text)")
    #expect(try ask(port, "GET", "/", [host], host: 2).text == "here")
    crowd.removeFirst()
    #expect(waitUntil { (try? ask(port, "GET", "/", [host]).text) == "here" }, "its place is free again")
    #expect(crowd.count == 15)
  }

  @Test func `the end closes the connections`() throws {
    let (listener, port) = try serve(Service { _ in .events { Data("data: x\n\n".utf8) } })
    let connection = try #require(UnixConnection(port: port))
    connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(Answer(connection.readSome()).status == 200)
    #expect(listener.isListening)
    listener.stop()
    #expect(!listener.isListening && connection.isClosed(within: 180) && UnixConnection(port: port) == nil)
  }
}

extension Limits {
  /// Limits of the page on the network without timeouts, so that load ends nothing.
  static var patientNetwork: Limits {
    var limits = Limits.network
    (limits.request, limits.idle, limits.slowReader) = (.hours(1), .hours(1), .hours(1))
    return limits
  }
}
