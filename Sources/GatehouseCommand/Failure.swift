/// Why a verb fails, with its exit code.
struct Failure: Error {
    let message: String
    let code: Int32

    static func failed(_ message: String) -> Failure { Failure(message: message, code: 1) }
    static func usage(_ message: String) -> Failure { Failure(message: message, code: 2) }
    static func problems(_ message: String) -> Failure { Failure(message: message, code: 3) }
}
