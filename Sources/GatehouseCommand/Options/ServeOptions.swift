import ArgumentParser
import Server

/// The settings that only `serve` has.
struct ServeOptions: ParsableArguments {
    @Option(help: "Address to listen on.") var host: String?
    @Option(help: "Port; 0 takes any free one.") var port: String?
    @Option(name: .customLong("ask-port"), help: "Port of the question server; off for none.") var askPort: String?
    @Option(name: .customLong("ask-public-url"), help: "The question server's URL as its clients know it.") var askPublicURL: String?
    @Option(name: .customLong("public-url"), help: "The origin that clients use.") var publicURL: String?
    @Option(name: .customLong("trusted-proxy"), help: "CIDR of the proxy that ends TLS.") var trustedProxy: String?
    @Option(name: .customLong("tls-certificate"), help: "PEM file of the certificate chain.") var tlsCertificate: String?
    @Option(name: .customLong("tls-key"), help: "PEM file of the private key.") var tlsKey: String?
    @Option(name: .customLong("allowed-hosts"), help: "Further Host values to serve.") var allowedHosts: String?
    @Option(name: .customLong("allowed-origins"), help: "Origins of browsers to serve.") var allowedOrigins: String?
    @Option(name: .customLong("source-root"), help: "Folder under which SQLite data sources must lie.") var sourceRoot: String?
    @Option(name: .customLong("allowed-source-hosts"), help: "Hosts that data_sources_add may connect to.") var allowedSourceHosts: String?
    @Option(name: .customLong("anonymous-discovery"), help: "true or false.") var anonymousDiscovery: String?
    @Option(help: "Whether the handshake gives a session: true or false.") var sessions: String?
    @Option(help: "Event streams that may stay open.") var streams: String?
    @Option(name: .customLong("streams-per-caller"), help: "Event streams of one caller that may stay open.") var streamsPerCaller: String?
    @Option(name: .customLong("call-timeout"), help: "How long one tool call may take.") var callTimeout: String?
    @Option(name: .customLong("log-level"), help: "trace, debug, info, warning or error.") var logLevel: String?
    @Flag(help: "Refuse every writing tool.") var demo = false

    /// The values of the given flags by setting.
    var flags: [SettingKey: String] {
        let pairs: [(SettingKey, String?)] = [
            (.host, host), (.port, port), (.askPort, askPort), (.askPublicURL, askPublicURL), (.publicURL, publicURL), (.trustedProxy, trustedProxy),
            (.tlsCertificate, tlsCertificate), (.tlsKey, tlsKey), (.allowedHosts, allowedHosts), (.allowedOrigins, allowedOrigins),
            (.sourceRoot, sourceRoot), (.allowedSourceHosts, allowedSourceHosts), (.anonymousDiscovery, anonymousDiscovery),
            (.sessions, sessions), (.streams, streams), (.streamsPerCaller, streamsPerCaller), (.callTimeout, callTimeout), (.logLevel, logLevel),
            (.demo, demo ? "true" : nil),
        ]
        return Dictionary(uniqueKeysWithValues: pairs.compactMap { key, value in value.map { (key, $0) } })
    }
}
