/// A serialized response message, with what HTTP adds to it.
struct EncodedResponse: Sendable {
    let message: [UInt8]
    var status = 200
    var challenge: String?
}
