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

    /// A number as written; nil when the text is not a JSON number.
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

extension JSONNumber: Comparable {
    /// Exact, except for numbers that differ only after their 38th digit.
    public static func < (left: Self, right: Self) -> Bool {
        if case (.integer(let left), .integer(let right)) = (left.storage, right.storage) { return left < right }
        let (near, far) = (left.double, right.double)
        if near != far { return near < far }
        guard let (first, second) = onOneScale(left, right) else { return false }
        return first < second
    }

    /// True when this is a whole multiple of `unit`. Exact below 10^38 units, otherwise computed with doubles.
    func isMultiple(of unit: JSONNumber) -> Bool {
        if let (first, second) = Self.onOneScale(self, unit) { return second != 0 && first % second == 0 }
        let count = double / unit.double
        guard count.magnitude < 0x1p53 else { return count.isFinite }  // doubles that large have no fraction
        return Double(Int64(count)) == count
    }

    /// True when there is no fraction; false too for exponents of 10^15 and more.
    var isIntegral: Bool {
        switch storage {
        case .integer: true
        case .decimal(let text): (DecimalForm(text)?.exponent ?? -1) >= 0
        }
    }

    private static func onOneScale(_ left: JSONNumber, _ right: JSONNumber) -> (Int128, Int128)? {
        guard let left = DecimalForm(left.text), let right = DecimalForm(right.text) else { return nil }
        let scale = min(left.exponent, right.exponent)
        guard let first = left.scaled(to: scale), let second = right.scaled(to: scale) else { return nil }
        return (first, second)
    }
}

extension JSONNumber {
    /// Reads the number at `position` and moves past it; nil when the bytes there do not follow RFC 8259 section 6.
    ///
    /// It does not check what follows the number: the caller refuses `01` or `1.e5x` when it reads the next byte.
    static func scan(_ text: Span<UInt8>, at position: inout Int) -> JSONNumber? {
        let start = position
        let isNegative = accept("-", text, &position)
        guard let whole = digits(text, &position) else { return nil }
        if whole.count > 1 && text[position - whole.count] == UInt8(ascii: "0") { return nil }

        var isInteger = true
        if accept(".", text, &position) {
            isInteger = false
            guard digits(text, &position) != nil else { return nil }
        }
        if accept("e", text, &position) || accept("E", text, &position) {
            isInteger = false
            _ = accept("+", text, &position) || accept("-", text, &position)
            guard digits(text, &position) != nil else { return nil }
        }
        if isInteger, let value = whole.value, !(isNegative && value == 0) {
            return JSONNumber(isNegative ? -value : value)
        }
        return decimal(text.extracting(start..<position))
    }

    private static func decimal(_ bytes: Span<UInt8>) -> JSONNumber? {
        guard let utf8 = try? UTF8Span(validating: bytes) else { return nil }  // ASCII by the grammar: cannot fail
        let text = String(copying: utf8)
        return JSONNumber(storage: Int64(text).flatMap { $0 == 0 ? nil : .integer($0) } ?? .decimal(text))
    }

    @inline(__always)
    private static func accept(_ character: Unicode.Scalar, _ text: Span<UInt8>, _ position: inout Int) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Reads one digit or more: their count, and their value when there are at most 18.
    @inline(__always)
    private static func digits(_ text: Span<UInt8>, _ position: inout Int) -> (count: Int, value: Int64?)? {
        let start = position
        var value: Int64 = 0
        while position < text.count {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            position += 1
        }
        let count = position - start
        return count == 0 ? nil : (count, count <= 18 ? value : nil)
    }
}
