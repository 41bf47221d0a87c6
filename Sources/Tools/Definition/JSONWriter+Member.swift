import JSON
import Store

extension JSONWriter {
    /// Writes a time as RFC 3339; null for nil.
    mutating func member(_ key: StaticString, _ time: Timestamp?) { member(key, time?.rfc3339) }
}
