/// A serialized response message, and what HTTP adds to it.
struct Answer: Sendable {
    let message: [UInt8]
    var status = 200
    var challenge: String?
}
