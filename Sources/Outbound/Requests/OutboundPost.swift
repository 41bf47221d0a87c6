/// A JSON document to be posted, and how much of the response is accepted.
package struct OutboundPost: Sendable {
    package var url: String
    /// Beside those that every request has; a value may be a secret and is not shown to anybody else.
    package var headers: [(name: String, value: String)]
    /// JSON.
    package var body: [UInt8]
    /// From the lookup of the name to the last byte.
    package var deadline: Duration
    /// The longest time between two pieces of the response.
    package var silence: Duration
    /// Unit: bytes of the response's body.
    package var maximumBody: Int

    package init(
        url: String, headers: [(name: String, value: String)], body: [UInt8], deadline: Duration, silence: Duration, maximumBody: Int
    ) {
        self.url = url
        self.headers = headers
        self.body = body
        self.deadline = deadline
        self.silence = silence
        self.maximumBody = maximumBody
    }
}

/// The media type of a response's body.
package enum OutboundMedia: Hashable, Sendable {
    case json
    /// Server-sent events.
    case eventStream
}
