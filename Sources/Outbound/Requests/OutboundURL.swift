/// A checked URL, rebuilt from its parts, so that every later parser understands it in the same way.
struct OutboundURL: Hashable, Sendable {
    /// A name in lower case.
    enum Host: Hashable, Sendable {
        case name(String)
        case address(IPAddress)
    }

    let text: String
    let host: Host

    /// Unit: bytes.
    static let maximumLength = 2_048

    /// Suffixes of names that are not on the public Internet (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`, and those of home
    /// networks).
    private static let localEndings = ["localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "private", "home.arpa"]

    /// - Throws: `bad_url`, `forbidden_address`.
    init(_ given: String, permits: HostPermit) throws(OutboundError) {
        guard given.utf8.count <= Self.maximumLength, given.utf8.allSatisfy(Self.isPlain) else {
            throw Self.bad("expected printable ASCII without spaces")
        }
        guard let colon = given.firstIndex(of: ":"), given[colon...].hasPrefix("://") else { throw Self.bad("expected https://host/path") }
        let scheme = given[..<colon].lowercased()
        var rest = given[given.index(colon, offsetBy: 3)...]
        guard !rest.contains("#") else { throw Self.bad("a fragment is never sent") }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let target = rest[end...]
        rest = rest[..<end]
        guard !rest.contains("@") else { throw Self.bad("no user name in it") }
        let (hostText, port) = try Self.split(rest)
        let isPermitted = permits.contains(hostText.hasPrefix("[") ? String(hostText.dropFirst().dropLast()) : hostText)
        guard scheme == "https" || (scheme == "http" && isPermitted) else { throw Self.bad("expected https") }
        guard isPermitted || port.map({ $0 == 443 || $0 >= 1_024 }) ?? true else { throw Self.bad("port \(port ?? 0) is another service's") }
        host = try Self.host(hostText, permits)
        text = "\(scheme)://\(hostText)\(port.map { ":\($0)" } ?? "")\(target.hasPrefix("/") ? "" : "/")\(target)"
    }

    /// Host in lower case and port.
    private static func split(_ authority: Substring) throws(OutboundError) -> (String, Int?) {
        let isBracketed = authority.hasPrefix("[")
        let hostEnd =
            isBracketed ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let hostEnd, hostEnd > authority.startIndex else { throw bad("no host") }
        let host = authority[..<hostEnd].lowercased()
        var digits = authority[hostEnd...]
        if digits.isEmpty { return (host, nil) }
        guard digits.removeFirst() == ":", (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(digits), (1...65_535).contains(port)
        else { throw bad("an invalid port") }
        return (host, port)
    }

    private static func host(_ text: String, _ permits: HostPermit) throws(OutboundError) -> Host {
        let bare = text.hasPrefix("[") ? String(text.dropFirst().dropLast()) : text
        let labels = bare.split(separator: ".", omittingEmptySubsequences: false)
        // Sockets treat every host that ends in a number as an address, in many notations: only the usual notation is accepted.
        let last = labels.last ?? ""
        if text.hasPrefix("[") || last.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false {
            guard let address = IPAddress(parsing: bare), permits.allows(address, of: bare) else {
                throw OutboundError(.forbiddenAddress, "the host is not a public address")
            }
            // An IPv4 address must have no brackets, an IPv6 address must have them.
            if case .v4 = address, text.hasPrefix("[") { throw bad("the host is not a name") }
            return .address(address)
        }
        guard bare.utf8.count <= 253, labels.allSatisfy(isLabel) else { throw bad("the host is not a name") }
        if permits.contains(bare) { return .name(bare) }
        guard labels.count > 1, !localEndings.contains(where: { bare == $0 || bare.hasSuffix("." + $0) }) else {
            throw OutboundError(.forbiddenAddress, "the host is not a public name")
        }
        return .name(bare)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        guard (1...63).contains(label.utf8.count), !label.hasPrefix("-"), !label.hasSuffix("-") else { return false }
        return label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
        default: false
        }
    }

    private static func bad(_ reason: String) -> OutboundError { OutboundError(.badURL, "URL: \(reason)") }
}
