import Foundation
import Testing

/// What is still written in a form that has a successor. A list only gets shorter; when it is empty, the old form goes.
@Suite("Old forms")
struct OldFormTests {
    /// Files that define or read tools without a type of their own (`Tool`, `Argument`).
    static let toolInput = [
        "Sources/Tools/Definition/ToolDefinition.swift",
        "Sources/Tools/Definition/ToolInput.swift",
        "Sources/Tools/Dispatch/AuditCall+Tools.swift",
        "Sources/Tools/Dispatch/Dispatcher.swift",
        "Sources/Tools/Protocol/Confirmation.swift",
        "Sources/Tools/Records/Crud.swift",
    ]

    @Test("No file begins to use a form that has a successor")
    func tools() throws {
        let using = try Repository.swiftFiles(under: "Sources/Tools").filter { file in
            let text = try Repository.text(file)
            return text.contains("ToolInput") || text.contains("ToolDefinition(\n")
        }
        #expect(using.sorted() == Self.toolInput)
    }
}
