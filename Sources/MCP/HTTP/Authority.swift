/// A host and its port, as in `Host` or in an origin (RFC 3986 §3.2), in lower case and without user information.
struct Authority: Hashable, Sendable {
    let name: String
    /// Nil if there is no port.
    let port: UInt16?

    init(name: String, port: UInt16?) {
        self.name = name
        self.port = port
    }

    /// Nil for anything but a plain name or address with an optional port.
    init?(_ text: Substring) {
        let name: Substring
        let rest: Substring
        if text.utf8.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            name = text[...end]
            rest = text[text.index(after: end)...]
            guard name.utf8.count > 2, name.dropFirst().dropLast().utf8.allSatisfy(Self.isAddressByte) else { return nil }
        } else {
            name = text.prefix { $0 != ":" }
            rest = text[name.endIndex...]
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
        }
        switch rest.utf8.first {
        case nil: port = nil
        case UInt8(ascii: ":"):
            let digits = rest.dropFirst()
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits) else { return nil }
            port = number
        default: return nil
        }
        self.name = name.lowercased()
    }

    /// Whether the name is one of the loopback names.
    var isLoopback: Bool { name == "localhost" || name == "127.0.0.1" || name == "[::1]" }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, UInt8(ascii: ":"), UInt8(ascii: "."): true
        default: false
        }
    }
}
