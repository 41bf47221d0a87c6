import HTTPTypes
import Identity
import JSON

/// The JSON object around every response of Casdoor's REST interface. Clients read `status`.
struct Envelope: Hashable, Sendable {
    let isSuccess: Bool
    let message: String
    var data: JSONFragment?
    var data2: JSONFragment?

    static func success(_ data: JSONValue?) -> Envelope { Envelope(isSuccess: true, message: "", data: data.map { JSONFragment($0) }) }
    static func failure(_ message: String) -> Envelope { Envelope(isSuccess: false, message: message) }

    var bytes: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + (data?.bytes.count ?? 0))
        writer.object { writer in
            writer.member("status", isSuccess ? "ok" : "error")
            writer.member("msg", message)
            writer.member("sub", "")
            writer.member("name", "")
            for (name, fragment) in [("data", data), ("data2", data2), ("data3", nil)] {
                writer.key(name)
                if let fragment { writer.fragment(fragment) } else { writer.null() }
            }
        }
        return writer.bytes
    }
}

extension Response {
    /// Too many tries, in the frame that clients of this interface read.
    static func envelope(_ throttled: Throttled) -> Response {
        var response = Response.envelope(.failure("too many tries: wait and try again"), status: .tooManyRequests)
        response.headers[.retryAfter] = "\(throttled.seconds)"
        return response
    }

    static func envelope(_ envelope: Envelope, status: HTTPResponse.Status = .ok) -> Response { .json(envelope.bytes, status: status) }
}
