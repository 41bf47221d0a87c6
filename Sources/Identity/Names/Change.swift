/// The update of one member of an object: absent keeps it, `null` clears it, a value replaces it.
package enum Change<Value: Sendable>: Sendable {
    case keep
    /// Sets the member to its default.
    case clear
    case set(Value)

    /// The member after the update.
    /// - Parameters:
    ///   - old: the current value.
    ///   - cleared: its default.
    package func applied(to old: Value, cleared: Value) -> Value {
        switch self {
        case .keep: old
        case .clear: cleared
        case .set(let value): value
        }
    }

    package var isKeep: Bool {
        if case .keep = self { true } else { false }
    }
}

extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}

/// Text for people, such as a display name or a title: limited, one line, without control characters.
enum Label {
    /// Unit: bytes of UTF-8.
    static let maximumLength = 256
    /// Longest description. Unit: bytes of UTF-8.
    static let maximumDescription = 2_048

    /// The text itself; `fallback` when nil or empty.
    static func checked(
        _ text: String?, or fallback: String, argument: String, maximum: Int = Label.maximumLength
    ) throws(IdentityError) -> String {
        guard let text, !text.isEmpty else { return fallback }
        guard text.utf8.count <= maximum, !text.unicodeScalars.contains(where: isControl) else {
            throw IdentityError(.invalid, "\(argument): expected one line of at most \(maximum) bytes")
        }
        return text
    }

    /// Whether it is a control character, a line separator or a mark that changes the text direction.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }
}
