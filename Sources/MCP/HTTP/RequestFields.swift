import HTTPTypes

/// The header fields that the protocol reads, collected in one pass.
///
/// A field that occurs several times, or that a proxy joined with commas, counts once when all copies are equal.
struct RequestFields: Sendable {
    /// A field that must have one value.
    enum Single: Hashable, Sendable {
        case absent
        case value(String)
        /// Given more than once with different values.
        case conflicting
    }

    var contentType: String?
    var accept: String?
    var version = Single.absent
    var method = Single.absent
    var name = Single.absent
    var sessionID = Single.absent
    var lastEventID = Single.absent

    init(_ fields: HTTPFields) {
        for field in fields {
            let name = field.name.canonicalName
            // Most names are distinguished by their length alone.
            switch name.utf8.count {
            case 6 where name == "accept": accept = accept.map { $0 + ", " + field.value } ?? field.value
            case 8 where name == "mcp-name": Self.add(field.value[...], to: &self.name)
            case 10 where name == "mcp-method": Self.add(field.value[...], to: &method)
            case 12 where name == "content-type": contentType = contentType ?? field.value
            case 13 where name == "last-event-id": Self.add(field.value[...], to: &lastEventID)
            case 14 where name == "mcp-session-id": Self.add(field.value[...], to: &sessionID)
            case 20 where name == "mcp-protocol-version":
                guard field.value.utf8.contains(0x2C) else {
                    Self.add(field.value[...], to: &version)
                    continue
                }
                for copy in field.value.utf8.split(separator: 0x2C, omittingEmptySubsequences: false) { Self.add(Substring(copy), to: &version) }
            default: continue
            }
        }
    }

    /// Whether the body is declared as JSON; parameters do not matter.
    var declaresJSON: Bool {
        guard let contentType else { return false }
        if contentType == "application/json" { return true }
        let type = contentType.prefix { $0 != ";" }
        return HeaderText.trim(type).lowercased() == "application/json"
    }

    private static func add(_ raw: Substring, to single: inout Single) {
        let value = String(HeaderText.trim(raw))
        switch single {
        case .absent: single = .value(value)
        case .value(value): break
        default: single = .conflicting
        }
    }
}

extension HTTPField.Name {
    // A token of RFC 9110; the fallback is never reached.
    static let sessionID = HTTPField.Name("Mcp-Session-Id") ?? .from
}
