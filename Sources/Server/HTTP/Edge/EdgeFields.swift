import HTTPTypes

/// Fields that every answer has: nothing is sniffed, framed or kept by a cache unless the answer says so itself.
enum EdgeFields {
    static func complete(_ fields: inout HTTPFields) {
        fields[.xContentTypeOptions] = "nosniff"
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
    }
}
