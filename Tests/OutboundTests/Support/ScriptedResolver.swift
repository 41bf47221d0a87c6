import Outbound
import Synchronization

/// Answers with one list of addresses after the other, the last one for ever, and counts.
final class ScriptedResolver: AddressResolver {
    private let script: [[IPAddress]]
    private let asked = Mutex<[String]>([])

    init(_ script: [String]...) { self.script = script.map { $0.compactMap { IPAddress(parsing: $0) } } }

    var names: [String] { asked.withLock { $0 } }

    func addresses(of host: String) async throws(OutboundError) -> [IPAddress] {
        let turn = asked.withLock { names in
            names.append(host)
            return names.count - 1
        }
        guard !script.isEmpty else { throw OutboundError(.unreachable, "no address") }
        return script[min(turn, script.count - 1)]
    }
}
