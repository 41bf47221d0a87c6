import Foundation

extension Skill {
    /// Writes every skill as `FOLDER/NAME/SKILL.md`, in place of an older one of that name.
    /// - Returns: the paths of the files, in the order of ``all``.
    @discardableResult
    package static func write(to folder: String) throws -> [String] {
        try all.map { skill in
            let directory = URL(fileURLWithPath: folder).appending(path: skill.name)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let file = directory.appending(path: "SKILL.md")
            try Data(skill.text.utf8).write(to: file, options: .atomic)
            return file.path
        }
    }
}
