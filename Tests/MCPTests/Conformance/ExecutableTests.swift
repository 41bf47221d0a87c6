import Foundation
import Testing

/// The executable itself, as a runner in another language starts it.
@Suite("The conformance server as a process", .timeLimit(.minutes(5)))
struct ExecutableTests {
    /// The executable beside the test bundle.
    private func start(_ argument: String) throws -> (Process, input: Pipe, output: Pipe) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ConformanceServer")
        process.arguments = [argument]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        return (process, input, output)
    }

    @Test("It prints its address at once, also to a pipe")
    func address() throws {
        let (process, _, output) = try start("0")
        defer { process.terminate() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(line.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/mcp\n/) != nil)
    }

    @Test("#168 It serves standard input and output until the input ends")
    func stdio() throws {
        let (process, input, output) = try start("stdio")
        let handshake = #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"s","version":"1"}}"#
        input.fileHandleForWriting.write(Data((#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":\#(handshake)}"# + "\n").utf8))
        let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(answer.contains(#""protocolVersion":"2025-11-25""#) && answer.hasSuffix("}\n"))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
