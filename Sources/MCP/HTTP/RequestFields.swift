import HTTPTypes
import JSON

/// The header fields that the protocol uses, collected in one pass.
///
/// A field that occurs several times, or that a proxy joined with commas, counts once if all copies are equal.
struct RequestFields: Sendable {
    /// A field with at most one value.
    enum Single: Hashable, Sendable {
        case absent
        case value(String)
        /// Present several times with different values.
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
            // The length alone distinguishes most names.
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

    /// Whether the body is declared as JSON. Media type parameters are ignored.
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
    // The name is a valid token of RFC 9110, so the fallback is never used.
    static let sessionID = HTTPField.Name("Mcp-Session-Id") ?? .from
}

/// The media types of the protocol that a client accepts (`Accept`, RFC 9110 §12.5.1).
struct AcceptedTypes: Hashable, Sendable {
    var json: Bool
    var events: Bool

    /// The default for clients that name no type or only wildcards: plain JSON.
    static let unnamed = AcceptedTypes(json: true, events: false)
    static let both = AcceptedTypes(json: true, events: true)

    /// Nil when neither type is acceptable.
    init?(_ header: String?) {
        guard let header else {
            self = .unnamed
            return
        }
        // The value that the official clients send.
        if header == "application/json, text/event-stream" {
            self = .both
            return
        }
        var accepted = AcceptedTypes(json: false, events: false)
        for range in header.split(separator: ",") {
            let parts = range.split(separator: ";").map { HeaderText.trim($0).lowercased() }
            guard let type = parts.first, !parts.dropFirst().contains(where: Self.isZeroWeight) else { continue }
            switch type {
            case "application/json", "application/*", "*/*": accepted.json = true
            case "text/event-stream", "text/*": accepted.events = true
            default: continue
            }
        }
        guard accepted.json || accepted.events else { return nil }
        self = accepted
    }

    private init(json: Bool, events: Bool) {
        self.json = json
        self.events = events
    }

    private static func isZeroWeight(_ parameter: String) -> Bool {
        parameter.hasPrefix("q=0") && parameter.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
    }
}

/// The value of the header `MCP-Protocol-Version`.
enum VersionHeader: Hashable, Sendable {
    case absent
    case legacy(Revision)
    case modern
    /// A version that this library does not know.
    case unknown(String)
    /// Present several times with different values.
    case conflicting

    init(_ field: RequestFields.Single) {
        switch field {
        case .absent: self = .absent
        case .conflicting: self = .conflicting
        // The date of an early draft, which some clients still send.
        case .value("2024-10-07"): self = .legacy(.v2024_11_05)
        case .value(let name):
            guard let revision = Revision(name: name) else {
                self = .unknown(name)
                return
            }
            self = revision.era == .legacy ? .legacy(revision) : .modern
        }
    }
}

/// The text format of `Mcp-Name` and `Mcp-Param-*`: visible ASCII is sent unchanged, everything else as `=?base64?…?=`.
enum HeaderText {
    /// Decodes a header's value. Throws -32020 for invalid base64 in the sentinel and for non-ASCII bytes.
    static func decode(_ raw: String, header: String) throws(MCPError) -> String {
        let trimmed = trim(raw)
        guard trimmed.hasPrefix("=?base64?"), trimmed.hasSuffix("?="), trimmed.utf8.count >= 11 else {
            guard trimmed.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else {
                throw MCPError.headerMismatch("Header '\(header)' must be visible ASCII or base64")
            }
            return String(trimmed)
        }
        let inner = trimmed.utf8.dropFirst(9).dropLast(2)
        guard let bytes = Base64.decode(inner), let text = String(validating: bytes, as: UTF8.self) else {
            throw MCPError.headerMismatch("Header '\(header)' is not base64 of UTF-8")
        }
        return text
    }

    /// Removes the optional whitespace around a field value (RFC 9110 §5.6.3).
    static func trim(_ text: String) -> Substring { trim(text[...]) }

    static func trim(_ text: Substring) -> Substring {
        var bytes = text.utf8
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return Substring(bytes)
    }
}
