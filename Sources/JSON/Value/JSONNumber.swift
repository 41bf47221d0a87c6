/// A JSON number (RFC 8259 section 6), kept exactly: an integer, or the text it was written as.
public struct JSONNumber: Sendable {
    enum Storage: Sendable {
        case integer(Int64)
        /// Text that follows the grammar and is not the plain form of an `Int64`.
        case decimal(String)
    }

    let storage: Storage

    init(storage: Storage) { self.storage = storage }

    /// An exact integer.
    public init(_ value: Int64) { storage = .integer(value) }

    /// The shortest text that reads back as this double; nil when it is infinite or not a number.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        storage = .decimal(value.description)
    }

    /// A number as written; nil when the text is not JSON number.
    public init?(text: String) {
        let bytes = text.utf8.span
        var position = 0
        guard let number = Self.scan(bytes, at: &position), position == bytes.count else { return nil }
        self = number
    }

    /// The text it was written as.
    public var text: String {
        switch storage {
        case .integer(let value): value.description
        case .decimal(let text): text
        }
    }

    /// The exact integer (also of `42.0` and `42e0`); nil when there is a fraction or it does not fit.
    public var int: Int64? {
        switch storage {
        case .integer(let value): value
        case .decimal(let text): DecimalForm(text)?.int
        }
    }

    /// The nearest double; infinite when the number is beyond the range of doubles.
    public var double: Double {
        switch storage {
        case .integer(let value): Double(value)
        case .decimal(let text): Double(text) ?? .nan
        }
    }
}

extension JSONNumber: CustomStringConvertible {
    public var description: String { text }
}

extension JSONNumber: Hashable {
    /// True when both are the same number: `1`, `1.0` and `10e-1` are equal, `9007199254740993` and `9007199254740992.0` are not.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left.storage, right.storage) {
        case (.integer(let left), .integer(let right)): left == right
        case (.decimal(let left), .decimal(let right)) where left == right: true
        default: left.identity == right.identity
        }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    private enum Identity: Hashable {
        case integer(Int64)
        case form(DecimalForm)
        case text(String)
    }

    private var identity: Identity {
        switch storage {
        case .integer(let value): return .integer(value)
        case .decimal(let text):
            guard let form = DecimalForm(text) else { return .text(text) }
            return form.int.map(Identity.integer) ?? .form(form)
        }
    }
}
