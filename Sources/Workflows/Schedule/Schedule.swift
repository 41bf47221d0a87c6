package import Access
package import JSON
package import Store

/// The times at which a schedule triggers its workflow: `{"repeat":"0 9 * * 1-5","timezone":"Europe/Vienna","startsOn":…,"endsOn":…}`.
package struct Schedule: Sendable {
    /// Nil for a single time, ``start``.
    private let expression: CronExpression?
    private let zone: ZoneRules
    private let start: Timestamp?
    private let end: Timestamp?

    /// - Throws: ``Refusal`` `invalidArgument`.
    package init(_ config: JSONObject) throws(Refusal) {
        try WorkflowReader.checkMembers(.object(config), of: ["mode", "repeat", "cron", "timezone", "startsOn", "endsOn"], "config")
        guard config["mode"].map({ $0 == 0 }) ?? true else {
            throw Refusal(.invalidArgument, "config.mode: expected 0 (times of the calendar); mode 1 (a date field of rows) is not supported")
        }
        zone = try ZoneRules(named: config["timezone"]?.string ?? "UTC", argument: "config.timezone")
        start = try Self.time(config["startsOn"], "config.startsOn")
        end = try Self.time(config["endsOn"], "config.endsOn")
        let given = config["repeat"] ?? config["cron"] ?? .null
        guard given.isNull || given.string != nil else {
            throw Refusal(.invalidArgument, "config.repeat: expected a cron expression, such as 0 9 * * 1-5")
        }
        if let text = given.string {
            expression = try CronExpression(text, argument: "config.repeat")
        } else {
            expression = nil
        }
        guard expression != nil || start != nil else {
            throw Refusal(.invalidArgument, "config: expected repeat (minute hour day month weekday, such as 0 9 * * 1-5) or startsOn, for once")
        }
        if let expression, expression.next(after: .now, in: zone) == nil {
            throw Refusal(.invalidArgument, "config.repeat: the expression never matches a date")
        }
    }

    /// The first time after `time`; nil when there is none.
    package func next(after time: Timestamp) -> Timestamp? {
        guard let expression else { return start.flatMap { $0 > time ? $0 : nil } }
        // `next(after:)` excludes its argument, and the start itself may match.
        let begin = start.map { max(time, $0 - .microseconds(1)) } ?? time
        guard let next = expression.next(after: begin, in: zone) else { return nil }
        if let end, next > end { return nil }
        return next
    }

    private static func time(_ json: JSONValue?, _ argument: String) throws(Refusal) -> Timestamp? {
        guard let json, !json.isNull else { return nil }
        guard let time = json.string.flatMap({ Timestamp(rfc3339: $0) }) else {
            throw Refusal(.invalidArgument, "\(argument): expected a time with a zone, such as 2026-06-30T17:05:00Z")
        }
        return time
    }
}
