import JSON
import Store

extension JSONWriter {
    mutating func member(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    mutating func member(_ name: String, _ value: Int64) {
        key(name)
        int(value)
    }

    mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    mutating func member(_ name: String, _ values: [String]) {
        key(name)
        array { writer in
            for value in values { writer.string(value) }
        }
    }

    /// A moment as RFC 3339; null when there is none.
    mutating func member(_ name: String, _ time: Timestamp?) { member(name, time?.rfc3339) }

    /// A list of objects under one name.
    mutating func member<Element>(_ name: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void) {
        key(name)
        array { writer in
            for element in elements {
                writer.object { writer in body(&writer, element) }
            }
        }
    }
}
