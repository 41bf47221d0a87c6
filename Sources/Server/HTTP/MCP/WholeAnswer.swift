import HTTPTypes
import NIOCore

/// An answer of status 200 with its body, as the bytes that the codec and the encoder would make of its parts.
struct WholeAnswer {
    /// Without the fields that every answer has, and without the body's length.
    let fields: HTTPFields
    let body: [UInt8]
    /// Whether clients reach the server over TLS.
    let isSecure: Bool
    /// The value of `Date`.
    let date: String

    func write(to buffer: inout ByteBuffer) {
        buffer.writeStaticString("HTTP/1.1 200 OK\r\n")
        var mayBeKept = false
        for field in fields {
            if field.name == .cacheControl { mayBeKept = true }
            add(field.name.rawName, field.value, to: &buffer)
        }
        buffer.writeStaticString("X-Content-Type-Options: nosniff\r\n")
        if !mayBeKept { buffer.writeStaticString("Cache-Control: no-store\r\n") }
        if isSecure { add("Strict-Transport-Security", EdgeFields.transport, to: &buffer) }
        buffer.writeStaticString("Date: ")
        buffer.writeString(date)
        buffer.writeStaticString("\r\nContent-Length: ")
        buffer.writeString(String(body.count))
        buffer.writeStaticString("\r\n\r\n")
        buffer.writeBytes(body)
    }

    private func add(_ name: String, _ value: String, to buffer: inout ByteBuffer) {
        buffer.writeString(name)
        buffer.writeStaticString(": ")
        buffer.writeString(value)
        buffer.writeStaticString("\r\n")
    }
}
