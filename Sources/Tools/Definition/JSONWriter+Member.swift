import JSON
import Store

extension JSONWriter {
    /// A moment as RFC 3339; null when there is none.
    mutating func member(_ key: StaticString, _ time: Timestamp?) { member(key, time?.rfc3339) }
}
