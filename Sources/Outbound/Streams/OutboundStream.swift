import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// The head of a response, and its body while it comes. A stream that is no longer used, or whose task is cancelled, ends its request.
package struct OutboundStream: Sendable {
    package let status: Int
    /// The media type, without parameters, in lower case; empty where none is given.
    package let type: String
    private let headers: HTTPHeaders
    private let content: HTTPClientResponse.Body
    /// Of a body, or of one event. Unit: bytes.
    private let limit: Int
    /// Keeps the connection.
    private let client: OwnedClient

    init(_ response: HTTPClientResponse, limit: Int, over client: OwnedClient) {
        status = Int(response.status.code)
        type = response.mediaType
        headers = response.headers
        content = response.body
        self.limit = limit
        self.client = client
    }

    /// The value of a header field; nil where it is absent.
    package func header(_ name: String) -> String? { headers.first(name: name) }

    /// Hands over the events of a body of `text/event-stream`, each when the one before was taken, until the server ends it.
    /// - Throws: ``OutboundError``, and what `take` throws.
    package func events(_ take: (ServerSentEvent) async throws -> Void) async throws {
        var reader = ServerSentEvents(limit: limit)
        var pieces = content.makeAsyncIterator()
        while true {
            let piece: ByteBuffer?
            do { piece = try await pieces.next() } catch { throw OutboundError(transport: error) }
            guard let piece else { return }
            for event in try reader.add(piece.readableBytesView) { try await take(event) }
        }
    }

    /// The whole body.
    package func body() async throws(OutboundError) -> [UInt8] {
        var body: [UInt8] = []
        do {
            for try await piece in content {
                guard body.count + piece.readableBytes <= limit else { throw OutboundError(largerThan: limit) }
                body += piece.readableBytesView
            }
        } catch {
            throw OutboundError(transport: error)
        }
        return body
    }
}
