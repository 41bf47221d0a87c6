import ArgumentParser
import Server

/// The flags that every verb has. They locate the state.
struct StateOptions: ParsableArguments {
    @Option(help: "Folder of the server's state.") var data: String?
    @Option(help: "postgres:// URL of the server's state.") var database: String?
    @Option(name: .customLong("data-database"), help: "postgres:// URL of the workspaces' own data.") var dataDatabase: String?
    @Option(help: "TOML file of settings.") var config: String?
    @Flag(help: "Print JSON.") var json = false

    /// The values of the given flags by setting.
    var flags: [SettingKey: String] {
        var flags: [SettingKey: String] = [:]
        flags[.data] = data
        flags[.database] = database
        flags[.dataDatabase] = dataDatabase
        return flags
    }
}
