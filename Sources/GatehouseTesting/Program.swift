import Foundation

/// Runs a program to its end for a fixture. Blocks the calling thread.
package enum Program {
    /// - Returns: the program's standard output.
    /// - Throws: ``FixtureError`` with the program's standard error when it cannot start or its status is not 0.
    package static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"]
            .merging(environment) { _, given in given }
        let output = Pipe()
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        try process.run()
        // The fixtures' programs write little to standard error; it fits into the pipe while the output is read.
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let words = String(decoding: complaint, as: UTF8.self)
            throw FixtureError("\(arguments.joined(separator: " ")): status \(process.terminationStatus): \(words)")
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The path of an executable file. The directories are searched in order.
    static func find(_ name: String, in directories: [String]) -> String? {
        directories.map { $0 + "/" + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// A fixture's requirement that this machine does not meet.
package struct FixtureError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
