import Foundation

/// Sends a number of inputs of each kind and prints measurements. It exits with 1 at the first wrong response or when memory has leaked.
///
/// Usage: `MCPFuzz COUNT [FOLDER]`. The folder's `corpus.jsonl` is read, and new outcomes are added to it.
@main
enum MCPFuzz {
    /// The memory may grow by this much from the first tenth to the end. Unit: MB.
    private static let maximumGrowth = 8.0

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let count = arguments.first.flatMap { Int($0) } ?? 100_000
        let file = arguments.dropFirst().first.map { $0 + "/corpus.jsonl" }
        // A corpus that does not exist yet begins empty.
        var corpus = try file.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }.map { try Corpus($0) } ?? Corpus()
        let known = corpus.lines.count
        var hasLeaked = false
        do {
            for kind in FuzzInput.Kind.allCases {
                var run = FuzzRun(kind, corpus: corpus)
                let figures = try await run.run(count, &corpus)
                let memory = String(format: "%.1f MB resident after a tenth, %.1f at the end", figures.early, figures.late)
                let time = String(format: "%.0f s, slowest %.1f ms", figures.seconds, figures.slowest * 1000)
                print("\(kind.rawValue): \(figures.inputs) inputs in \(time), \(memory)")
                if figures.late > figures.early + maximumGrowth { hasLeaked = true }
            }
        } catch {
            print("\(error)")
            exit(1)
        }
        print("\(corpus.lines.count) outcomes, \(corpus.lines.count - known) of them new")
        if let file, corpus.lines.count > known { try corpus.text.write(toFile: file, atomically: true, encoding: .utf8) }
        if hasLeaked {
            print("memory was not given back")
            exit(1)
        }
    }
}
