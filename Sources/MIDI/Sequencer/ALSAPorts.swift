import CALSA
import Glibc

/// Ports of other clients, and their connections with the box's port.
extension ALSASequencer {
  /// Returns the ports of other clients in the kernel's order. Returns nil when the kernel does not report them.
  public func ports() -> [SequencerPort]? {
    guard let sequencer else { return nil }
    var client: OpaquePointer?
    var port: OpaquePointer?
    snd_seq_client_info_malloc(&client)
    snd_seq_port_info_malloc(&port)
    defer {
      snd_seq_client_info_free(client)
      snd_seq_port_info_free(port)
    }
    guard let hearers = connected(SND_SEQ_QUERY_SUBS_READ), let heard = connected(SND_SEQ_QUERY_SUBS_WRITE) else { return nil }
    var found: [SequencerPort] = []
    snd_seq_client_info_set_client(client, -1)
    while snd_seq_query_next_client(sequencer, client) >= 0 {
      let number = snd_seq_client_info_get_client(client)
      if number == Int32(own.client) || number == Int32(SND_SEQ_CLIENT_SYSTEM) { continue }
      let name = snd_seq_client_info_get_name(client).map { String(cString: $0) } ?? ""
      snd_seq_port_info_set_client(port, number)
      snd_seq_port_info_set_port(port, -1)
      while snd_seq_query_next_port(sequencer, port) >= 0 {
        var one = Self.read(port, client: name)
        one.hears = hearers.contains(one.address)
        one.isHeard = heard.contains(one.address)
        if one.concernsUs { found.append(one) }
      }
    }
    return found
  }

  /// Returns the directions in which others may connect a port. `abilities` are the `SND_SEQ_PORT_CAP_...` bits. A
  /// port that is not exported has no direction.
  package static func ways(_ abilities: UInt32) -> (takes: Bool, gives: Bool) {
    func has(_ ability: Int32) -> Bool { Int32(bitPattern: abilities) & ability == ability }
    if has(SND_SEQ_PORT_CAP_NO_EXPORT) { return (false, false) }
    return (has(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE), has(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ))
  }

  private static func read(_ port: OpaquePointer?, client: String) -> SequencerPort {
    let (takes, gives) = ways(snd_seq_port_info_get_capability(port))
    let (owner, number) = (snd_seq_port_info_get_client(port), snd_seq_port_info_get_port(port))
    return SequencerPort(
      address: MIDIAddress(client: UInt8(truncatingIfNeeded: owner), port: UInt8(truncatingIfNeeded: number)), client: client,
      name: snd_seq_port_info_get_name(port).map { String(cString: $0) } ?? "", takes: takes, gives: gives,
      isHardware: Int32(bitPattern: snd_seq_port_info_get_type(port)) & SND_SEQ_PORT_TYPE_HARDWARE != 0)
  }

  /// Returns the ports on one side of the box's port. READ: ports that hear it; WRITE: ports that it hears.
  private func connected(_ side: snd_seq_query_subs_type_t) -> Set<MIDIAddress>? {
    guard let sequencer else { return nil }
    var query: OpaquePointer?
    snd_seq_query_subscribe_malloc(&query)
    defer { snd_seq_query_subscribe_free(query) }
    var root = snd_seq_addr_t(client: own.client, port: own.port)
    snd_seq_query_subscribe_set_root(query, &root)
    snd_seq_query_subscribe_set_type(query, side)
    var found: Set<MIDIAddress> = []
    // The kernel ends the list with an error. The limit guards against an endless list.
    for index in 0..<Int32(1024) {
      snd_seq_query_subscribe_set_index(query, index)
      guard snd_seq_query_port_subscribers(sequencer, query) >= 0, let address = snd_seq_query_subscribe_get_addr(query) else { break }
      found.insert(MIDIAddress(client: address.pointee.client, port: address.pointee.port))
    }
    return found
  }

  /// Connects a port with the box's, in the directions that it has. Returns 0 or -errno.
  public func connect(_ port: SequencerPort) -> Int { each(port, wanted: true) }

  /// Disconnects a port from the box's. Returns 0 or -errno.
  public func disconnect(_ port: SequencerPort) -> Int { each(port, wanted: false) }

  private func each(_ port: SequencerPort, wanted: Bool) -> Int {
    guard let sequencer else { return -Int(ENODEV) }
    let (ours, client, number) = (Int32(own.port), Int32(port.address.client), Int32(port.address.port))
    var code: Int32 = 0
    if port.takes, port.hears != wanted {
      code = wanted ? snd_seq_connect_to(sequencer, ours, client, number) : snd_seq_disconnect_to(sequencer, ours, client, number)
    }
    if port.gives, port.isHeard != wanted {
      let second = wanted ? snd_seq_connect_from(sequencer, ours, client, number) : snd_seq_disconnect_from(sequencer, ours, client, number)
      if code >= 0 { code = second }
    }
    return Int(code)
  }
}
