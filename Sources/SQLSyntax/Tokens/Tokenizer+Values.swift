extension Tokenizer {
    /// Reads the text of a string. Doubled quotation marks become single ones; backslash escapes are resolved if the string has them.
    mutating func string(escapes: Bool) throws(SyntaxError) -> String {
        let start = position
        let quote = bytes[position]
        position += 1
        var text: [UInt8] = []
        while let next = byte() {
            position += 1
            switch next {
            case quote where byte() == quote:
                position += 1
                text.append(quote)
            case quote:
                guard let valid = String(validating: text, as: UTF8.self) else { throw error("a string is not UTF-8", at: start) }
                return valid
            case UInt8(ascii: "\\") where escapes: try escape(into: &text)
            case 0: throw error("a NUL byte is not allowed", at: position - 1)
            default: text.append(next)
            }
        }
        throw error("a quotation mark is never closed", at: start)
    }

    private mutating func escape(into text: inout [UInt8]) throws(SyntaxError) {
        let start = position - 1
        guard let next = byte() else { return }
        position += 1
        let letters: [UInt8: UInt8] = [0x62: 0x08, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09]
        if let control = letters[next] {
            text.append(control)
        } else if dialect == .mysql {
            switch next {
            case UInt8(ascii: "0"): throw error("a NUL character is not allowed", at: start)
            case UInt8(ascii: "Z"): text.append(0x1A)
            // The backslash is kept for LIKE, as MySQL does.
            case UInt8(ascii: "%"), UInt8(ascii: "_"): text += [UInt8(ascii: "\\"), next]
            default: text.append(next)
            }
        } else {
            switch next {
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "x") where byte()?.isHexDigit == true: try append(code(2, 16, at: start), to: &text, isByte: true, at: start)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                position -= 1
                try append(code(3, 8, at: start), to: &text, isByte: true, at: start)
            case UInt8(ascii: "u"): try append(code(4, 16, exactly: true, at: start), to: &text, isByte: false, at: start)
            case UInt8(ascii: "U"): try append(code(8, 16, exactly: true, at: start), to: &text, isByte: false, at: start)
            default: text.append(next)
            }
        }
    }

    /// Reads PostgreSQL's `U&'…'` with a backslash as escape: `\\0061`, `\\+01F600`, and two backslashes for one.
    mutating func unicodeString() throws(SyntaxError) -> String {
        let start = position
        let written = Array(try string(escapes: false).utf8)
        var text: [UInt8] = []
        var index = 0
        while index < written.count {
            guard written[index] == UInt8(ascii: "\\") else {
                text.append(written[index])
                index += 1
                continue
            }
            let rest = written[(index + 1)...]
            if rest.first == UInt8(ascii: "\\") {
                text.append(UInt8(ascii: "\\"))
                index += 2
                continue
            }
            let isLong = rest.first == UInt8(ascii: "+")
            let digits = rest.dropFirst(isLong ? 1 : 0).prefix(isLong ? 6 : 4)
            guard digits.count == (isLong ? 6 : 4), digits.allSatisfy(\.isHexDigit),
                let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw error("an escape is \\XXXX or \\+XXXXXX", at: start) }
            try append(code, to: &text, isByte: false, at: start)
            index += 1 + (isLong ? 7 : 4)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func code(_ most: Int, _ radix: Int, exactly: Bool = false, at start: Int) throws(SyntaxError) -> UInt32 {
        var value: UInt32 = 0
        var count = 0
        while count < most, let next = byte(), let digit = Character(UnicodeScalar(next)).hexDigitValue, digit < radix {
            value = value &* UInt32(radix) &+ UInt32(digit)
            position += 1
            count += 1
        }
        guard count > 0, !exactly || count == most else { throw error("an escape needs \(most) digits", at: start) }
        return value
    }

    private func append(_ code: UInt32, to text: inout [UInt8], isByte: Bool, at start: Int) throws(SyntaxError) {
        guard code != 0 else { throw error("a NUL character is not allowed", at: start) }
        if isByte, code < 0x100 {
            text.append(UInt8(code))
        } else if let scalar = UnicodeScalar(code) {
            text += Array(String(scalar).utf8)
        } else {
            throw error("an escape is not a character", at: start)
        }
    }

    /// Reads PostgreSQL's `$tag$ … $tag$`.
    mutating func dollarQuoted() throws(SyntaxError) -> String {
        let start = position
        var end = position + 1
        while end < bytes.count, bytes[end] == UInt8(ascii: "_") || bytes[end].isASCIILetter || (end > position + 1 && bytes[end].isASCIIDigit) {
            end += 1
        }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "$") else {
            throw error("parameters such as $1 are not supported: write the value")
        }
        let mark = bytes[position...end]
        position = end + 1
        let body = position
        while position + mark.count <= bytes.count {
            if bytes[position] == UInt8(ascii: "$"), bytes[position..<position + mark.count].elementsEqual(mark) {
                let text = bytes[body..<position]
                guard !text.contains(0) else { throw error("a NUL byte is not allowed", at: start) }
                position += mark.count
                return String(decoding: text, as: UTF8.self)
            }
            position += 1
        }
        throw error("a quotation mark is never closed", at: start)
    }

    /// Reads the digits between the quotation marks of `X'…'` and `B'…'`, in uppercase.
    mutating func digits(_ isDigit: (UInt8) -> Bool, _ kind: String) throws(SyntaxError) -> String {
        let start = position
        let text = try string(escapes: false)
        guard text.utf8.allSatisfy(isDigit) else { throw error("\(kind) digits are expected", at: start) }
        guard kind == "binary" || dialect == .postgresql || text.utf8.count.isMultiple(of: 2) else {
            throw error("an even number of hexadecimal digits is expected", at: start)
        }
        return text.asciiUppercased
    }

    /// Reads a number without a sign, in lower case.
    mutating func number() throws(SyntaxError) -> String {
        let start = position
        if byte() == UInt8(ascii: "0"), let mark = byte(1)?.asciiLower {
            if mark == UInt8(ascii: "x"), dialect != .postgresql {
                return try prefixed(start, \.isHexDigit)
            }
            if mark == UInt8(ascii: "b"), dialect == .mysql {
                return try prefixed(start) { $0 == 0x30 || $0 == 0x31 }
            }
        }
        skipDigits()
        if byte() == UInt8(ascii: ".") {
            // PostgreSQL reads `1..2` as two dots.
            guard byte(1) != UInt8(ascii: ".") else { throw error("a number is expected to end here") }
            position += 1
            skipDigits()
        }
        if byte()?.asciiLower == UInt8(ascii: "e") {
            let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
            guard byte(1 + sign)?.isASCIIDigit == true else { throw error("the digits of an exponent are expected", at: position) }
            position += 1 + sign
            skipDigits()
        }
        return try ended(start)
    }

    private mutating func prefixed(_ start: Int, _ isDigit: (UInt8) -> Bool) throws(SyntaxError) -> String {
        position += 2
        let first = position
        while let next = byte(), isDigit(next) { position += 1 }
        guard position > first else { throw error("digits are expected") }
        return try ended(start)
    }

    private mutating func skipDigits() { while byte()?.isASCIIDigit == true { position += 1 } }

    private func ended(_ start: Int) throws(SyntaxError) -> String {
        if let next = byte(), next.isASCIILetter || next == UInt8(ascii: "_") || next == UInt8(ascii: "$") || next >= 0x80 {
            throw error(next == UInt8(ascii: "_") ? "'_' in a number is not supported" : "a number ends in a letter")
        }
        return String(decoding: bytes[start..<position], as: UTF8.self).asciiLowercased
    }
}
