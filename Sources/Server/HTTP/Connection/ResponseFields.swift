import HTTPTypes
import NIOCore
import Store
import Synchronization

/// The header fields of every response: no content sniffing, no caching unless the response allows it, HSTS over TLS, and the date.
struct ResponseFields: Sendable {
    /// Whether clients reach the server over TLS.
    let isSecure: Bool
    private let date = HTTPDate()

    /// The value of `Strict-Transport-Security` (RFC 6797): a year.
    private static let transport = "max-age=31536000"

    func complete(_ fields: inout HTTPFields) {
        fields[.xContentTypeOptions] = "nosniff"
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        if isSecure { fields[.strictTransportSecurity] = Self.transport }
        fields[.date] = date.now
    }

    /// Writes a response of status 200 with its body, as the bytes that the encoder would make of its parts.
    func write(_ head: HTTPResponse, _ body: [UInt8], to buffer: inout ByteBuffer) {
        buffer.writeStaticString("HTTP/1.1 200 OK\r\n")
        var mayBeKept = false
        for field in head.headerFields {
            if field.name == .cacheControl { mayBeKept = true }
            Self.add(field.name.rawName, field.value, to: &buffer)
        }
        buffer.writeStaticString("X-Content-Type-Options: nosniff\r\n")
        if !mayBeKept { buffer.writeStaticString("Cache-Control: no-store\r\n") }
        if isSecure { Self.add("Strict-Transport-Security", Self.transport, to: &buffer) }
        buffer.writeStaticString("Date: ")
        buffer.writeString(date.now)
        buffer.writeStaticString("\r\nContent-Length: ")
        buffer.writeString(String(body.count))
        buffer.writeStaticString("\r\n\r\n")
        buffer.writeBytes(body)
    }

    private static func add(_ name: String, _ value: String, to buffer: inout ByteBuffer) {
        buffer.writeString(name)
        buffer.writeStaticString(": ")
        buffer.writeString(value)
        buffer.writeStaticString("\r\n")
    }
}

/// The value of the `Date` field (RFC 9110 section 5.6.7), computed once a second.
private final class HTTPDate: Sendable {
    private let known = Mutex<(second: Int64, text: String)>((-1, ""))

    var now: String {
        let time = Timestamp.now
        let second = time.microseconds / 1_000_000
        return known.withLock { known in
            if known.second != second { known = (second, time.httpDate) }
            return known.text
        }
    }
}
