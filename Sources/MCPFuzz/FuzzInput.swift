import JSON

/// One input: bytes for the JSON reader, or a request.
package struct FuzzInput: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Bytes for the JSON reader.
        case reader
        /// Head and body of a request: the envelope and its headers.
        case request
        /// A request whose response is an event stream, or that resumes one.
        case stream
    }

    package var kind: Kind
    var method: String
    var fields: [(name: String, value: String)]
    var body: [UInt8]

    init(_ kind: Kind, method: String = "POST", fields: [(name: String, value: String)], _ text: String) {
        self.kind = kind
        self.method = method
        self.fields = fields
        body = Array(text.utf8)
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    func of(_ kind: Kind) -> FuzzInput {
        var copy = self
        copy.kind = kind
        return copy
    }

    /// A line of the corpus.
    init(_ line: JSONValue) throws {
        kind = Kind(rawValue: line["kind"]?.string ?? "") ?? .reader
        method = line["method"]?.string ?? "POST"
        fields = (line["fields"]?.array ?? []).map { ($0[0]?.string ?? "", $0[1]?.string ?? "") }
        body = line["body"]?.string.map { Array($0.utf8) } ?? Base64.decode((line["base64"]?.string ?? "").utf8) ?? []
    }

    /// - Parameter outcome: the outcome of the input.
    func line(_ outcome: String) -> JSONValue {
        var members: JSONObject = ["kind": .string(kind.rawValue)]
        if kind != .reader {
            if method != "POST" { members["method"] = .string(method) }
            members["fields"] = .array(fields.map { [.string($0.name), .string($0.value)] })
        }
        if let text = String(validating: body, as: UTF8.self) {
            members["body"] = .string(text)
        } else {
            members["base64"] = .string(Base64.encode(body))
        }
        members["outcome"] = .string(outcome)
        return .object(members)
    }
}
