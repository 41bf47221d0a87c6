/// Severity of a log message to the client (RFC 5424 names), least severe first.
public enum LoggingLevel: String, CaseIterable, Comparable, Hashable, Sendable {
    case debug, info, notice, warning, error, critical, alert, emergency

    private var severity: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .notice: 2
        case .warning: 3
        case .error: 4
        case .critical: 5
        case .alert: 6
        case .emergency: 7
        }
    }

    public static func < (left: LoggingLevel, right: LoggingLevel) -> Bool { left.severity < right.severity }
}
