import Notation

/// Converts dates and times in a database's text format into numbers that can be compared.
package enum TimeText {
    /// Microseconds since 1970-01-01T00:00:00Z of `YYYY-MM-DD[ |T]HH:MM[:SS[.fff]][Z|±HH:MM]` (UTC without a zone) and of `YYYY-MM-DD` (at
    /// midnight); microseconds since midnight of `HH:MM[:SS[.fff]]`. Digits beyond the microsecond are dropped. Nil for text in another
    /// form.
    package static func microseconds(of text: String) -> Int64? {
        var text = text
        return text.withUTF8 { microseconds(UnsafeRawBufferPointer($0)) }
    }

    /// The same for text in an engine's memory.
    static func microseconds(_ text: UnsafeRawBufferPointer) -> Int64? {
        guard text.count >= 5, text.count <= 40 else { return nil }
        var reader = Reader(text: text)
        if text[2] == UInt8(ascii: ":") {
            guard let time = reader.time(), reader.isAtEnd else { return nil }
            return time
        }
        guard let days = reader.days() else { return nil }
        let midnight = days * 86_400_000_000
        if reader.isAtEnd { return midnight }
        guard reader.take(UInt8(ascii: "T")) || reader.take(UInt8(ascii: " ")) || reader.take(UInt8(ascii: "t")) else { return nil }
        guard let time = reader.time(), let offset = reader.offset(), reader.isAtEnd else { return nil }
        return midnight + time - offset
    }

    private struct Reader {
        let text: UnsafeRawBufferPointer
        var position = 0

        var isAtEnd: Bool { position == text.count }

        mutating func take(_ byte: UInt8) -> Bool {
            guard position < text.count, text[position] == byte else { return false }
            position += 1
            return true
        }

        private mutating func number(_ digits: Int) -> Int64? {
            guard position + digits <= text.count else { return nil }
            var sum: Int64 = 0
            for _ in 0..<digits {
                let byte = text[position]
                guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
                sum = sum * 10 + Int64(byte - UInt8(ascii: "0"))
                position += 1
            }
            return sum
        }

        /// Days since 1970; nil when the month has no such day.
        mutating func days() -> Int64? {
            guard let year = number(4), take(UInt8(ascii: "-")), let month = number(2), take(UInt8(ascii: "-")), let day = number(2) else {
                return nil
            }
            return CivilDate(year: Int(year), month: Int(month), day: Int(day))?.daysSince1970
        }

        /// Microseconds since midnight.
        mutating func time() -> Int64? {
            guard let hour = number(2), hour < 24, take(UInt8(ascii: ":")), let minute = number(2), minute < 60 else { return nil }
            var sum = (hour * 60 + minute) * 60_000_000
            guard take(UInt8(ascii: ":")) else { return sum }
            guard let second = number(2), second <= 60 else { return nil }
            sum += second * 1_000_000
            guard take(UInt8(ascii: ".")) else { return sum }
            var worth: Int64 = 100_000
            let start = position
            while let digit = number(1) {
                sum += digit * worth
                worth /= 10
            }
            return position > start ? sum : nil
        }

        /// Microseconds east of UTC; zero without a zone.
        mutating func offset() -> Int64? {
            if isAtEnd || take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) { return 0 }
            let isEast = take(UInt8(ascii: "+"))
            guard isEast || take(UInt8(ascii: "-")), let hour = number(2), hour < 24, take(UInt8(ascii: ":")), let minute = number(2), minute < 60
            else { return nil }
            return (isEast ? 1 : -1) * (hour * 60 + minute) * 60_000_000
        }
    }
}
