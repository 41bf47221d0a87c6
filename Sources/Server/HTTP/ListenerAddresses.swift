import Synchronization
import Tools

/// The addresses of the main listener and the question server as clients know them. Either is derived from the address at which a client
/// reached the other.
package final class ListenerAddresses: Sendable {
    private let publicURL: String?
    /// The configured URL of the question server, with an optional path.
    private let questionURL: String?
    private let ports: Mutex<(main: Int, questions: Int)>

    init(_ settings: Settings) {
        publicURL = settings.publicURL
        questionURL = settings.askPublicURL
        ports = Mutex((settings.port, settings.askPort ?? Self.standardPort))
    }

    /// The default port of the question server.
    private static let standardPort = 8_001

    /// Sets the port that the listener opened.
    func listens(main port: Int) { ports.withLock { $0.main = port } }
    func listens(questions port: Int) { ports.withLock { $0.questions = port } }

    /// The question server's URL without a trailing slash.
    /// - Parameter origin: the origin at which the client reached either listener.
    func questions(from origin: String) -> String { questionURL ?? Self.origin(origin, port: ports.withLock(\.questions)) }

    /// The same as ``questions(from:)`` for the command line, from the settings alone.
    package static func questions(of settings: Settings, from origin: String) -> String {
        settings.askPublicURL ?? Self.origin(origin, port: settings.askPort ?? standardPort)
    }

    /// The main listener's origin, which is the issuer of tokens.
    func main(from origin: String) -> String { publicURL ?? Self.origin(origin, port: ports.withLock(\.main)) }

    /// The audience of the question server's tokens (RFC 8707).
    func audience(from origin: String) -> String { questions(from: origin) + "/mcp" }

    /// The facts against which tokens of the question server are checked.
    /// - Parameter origin: the origin at which the client reached either listener.
    func questionFacts(_ origin: String, _ address: String?) -> EndpointFacts {
        EndpointFacts(origin: main(from: origin), address: address, audience: audience(from: origin))
    }

    /// The path at which a proxy serves the question server. Empty without one.
    var questionPath: String { questionURL.map { Self.parts(of: $0).path } ?? "" }

    /// Splits a URL into its origin and the rest.
    static func parts(of url: String) -> (origin: String, path: String) {
        guard let colon = url.firstIndex(of: ":") else { return (url, "") }
        let slash = url[colon...].dropFirst(3).firstIndex(of: "/") ?? url.endIndex
        return (String(url[..<slash]), String(url[slash...]))
    }

    private static func origin(_ text: String, port: Int) -> String {
        let origin = parts(of: text).origin
        guard let scheme = origin.firstIndex(of: ":") else { return text }
        let authority = origin[scheme...].dropFirst(3)
        // An IPv6 address contains colons, inside its brackets.
        let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
        let host = authority[bracket...].firstIndex(of: ":").map { authority[..<$0] } ?? authority
        return "\(origin[..<scheme])://\(host):\(port)"
    }
}
