import JSON
import Notation
import Tools

/// Encodes spans as the `ExportTraceServiceRequest` of OTLP 1.x in JSON. Ids are hexadecimal, 64-bit numbers are strings.
struct SpanEncoder {
    let node: String

    func encode(_ spans: [Span]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 1_024 + spans.count * 512)
        writer.object { writer in
            writer.array("resourceSpans") { writer in
                writer.object { writer in
                    writer.object("resource") { writer in
                        let resource = [
                            (name: "service.name", value: "gatehouse"), ("service.version", ServerVersion.current), ("service.instance.id", node),
                        ]
                        Self.attributes(resource, &writer)
                    }
                    writer.array("scopeSpans") { writer in
                        writer.object { writer in
                            writer.object("scope") { $0.text("name", "gatehouse") }
                            writer.array("spans") { writer in
                                for span in spans { Self.span(span, &writer) }
                            }
                        }
                    }
                }
            }
        }
        return writer.bytes
    }

    private static func span(_ span: Span, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.text("traceId", span.trace.text)
            writer.text("spanId", Hexadecimal.encode(span.id))
            if let parent = span.parent { writer.text("parentSpanId", Hexadecimal.encode(parent)) }
            writer.text("name", span.name)
            writer.member("kind", span.kind.rawValue)
            let start = span.start.microseconds * 1_000
            let (seconds, attoseconds) = span.duration.components
            writer.text("startTimeUnixNano", "\(start)")
            writer.text("endTimeUnixNano", "\(start + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)")
            attributes(span.attributes + (span.failure.map { [(name: "error.type", value: $0)] } ?? []), &writer)
            if span.failure != nil {
                writer.object("status") { writer in
                    writer.member("code", 2)
                }
            }
        }
    }

    private static func attributes(_ values: [(name: String, value: String)], _ writer: inout JSONWriter) {
        writer.array("attributes") { writer in
            for (name, value) in values {
                writer.object { writer in
                    writer.text("key", name)
                    writer.object("value") { $0.text("stringValue", value) }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func text(_ name: String, _ value: String) {
        key(name)
        string(value)
    }
}
