import HTTPTypes
import JSON

extension HeaderParameter {
    /// Compares a call's headers with its arguments. Throws -32020 when they differ.
    static func check(_ parameters: [HeaderParameter], arguments: JSONObject, fields: HTTPFields) throws(MCPError) {
        for parameter in parameters { try parameter.check(arguments, fields) }
    }

    private func check(_ arguments: JSONObject, _ fields: HTTPFields) throws(MCPError) {
        let header = "Mcp-Param-\(name)"
        let given = try headerValue(header, fields)
        guard let argument = argument(in: arguments) else {
            // Refused, because a proxy may have routed the request by this header.
            guard given == nil || given == "" else { throw MCPError.headerMismatch("Header '\(header)' has no argument in the body") }
            return
        }
        guard let given else { throw MCPError.headerMismatch("Header '\(header)' is missing") }
        guard Self.matches(given, argument) else { throw MCPError.headerMismatch("Header '\(header)' differs from the body") }
    }

    private func headerValue(_ header: String, _ fields: HTTPFields) throws(MCPError) -> String? {
        guard let fieldName = HTTPField.Name(header) else { return nil }
        var value: String?
        for field in fields where field.name == fieldName {
            let decoded = try HeaderText.decode(field.value, header: header)
            guard value == nil || value == decoded else { throw MCPError.headerMismatch("Header '\(header)' is given twice") }
            value = decoded
        }
        return value
    }

    private func argument(in arguments: JSONObject) -> JSONValue? {
        var value = JSONValue.object(arguments)
        for name in path {
            guard let next = value[name], !next.isNull else { return nil }
            value = next
        }
        return value
    }

    private static func matches(_ text: String, _ argument: JSONValue) -> Bool {
        switch argument {
        case .string(let string): string == text
        case .bool(let bool): text == (bool ? "true" : "false")
        case .number(let number):
            if let given = JSONNumber(text: text) { given == number || (given.int != nil && given.int == number.int) } else { false }
        default: false
        }
    }
}
