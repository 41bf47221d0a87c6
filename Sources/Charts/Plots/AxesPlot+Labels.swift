extension AxesPlot {
    /// Two lines of labels below the axis.
    var bottomHeight: Double { 38 }

    private var unit: CalendarUnit? {
        guard let x = chart.plan.x, case .time(let unit) = chart.data.profiles[x].role else { return nil }
        return unit
    }

    /// Labels of a continuous axis of times.
    func timeLabels(_ plot: SceneRectangle, _ builder: inout SceneBuilder) {
        guard let seconds = table.seconds, let first = seconds.first, let last = seconds.last, let unit else { return }
        guard last > first else { return bandLabels(plot, &builder) }
        let ticks = TimeTicks.ticks(first...last, unit: unit, count: max(2, Int(plot.width / 62)), language: chart.language)
        for tick in ticks {
            let x = plot.x + plot.width * (tick.point.seconds - first) / (last - first)
            builder.rule(x1: x, y1: plot.bottom, x2: x, y2: plot.bottom + 4, stroke: builder.theme.axis)
            builder.text(tick.label, x: x, y: plot.bottom + 17, anchor: .middle)
            if let context = tick.context { builder.text(context, x: x, y: plot.bottom + 32, anchor: .middle) }
        }
    }

    /// Draws the name of each category, or of every second, third … if there is not enough space.
    func bandLabels(_ plot: SceneRectangle, _ builder: inout SceneBuilder) {
        let bands = bands(plot)
        if let seconds = table.seconds, let unit, unit != .year, bands.step >= 30 { return timeLabels(seconds, unit, bands, plot, &builder) }
        let widest = table.names.map { TextMeasure.width($0, size: 12) }.max() ?? 0
        let every = widest > bands.step && bands.step < 44 ? Int((min(widest, 60) + 8) / bands.step) + 1 : 1
        for (position, name) in table.names.enumerated() where position % every == 0 {
            let width = bands.step * Double(every) - 6
            for (line, text) in TextMeasure.wrap(name, width: width, size: 12, lines: 2).enumerated() {
                builder.text(text, x: bands.center(position), y: plot.bottom + 17 + Double(line) * 15, anchor: .middle)
            }
        }
    }

    /// Draws the time of each band, and below it the year when it changes.
    private func timeLabels(_ seconds: [Double], _ unit: CalendarUnit, _ bands: BandScale, _ plot: SceneRectangle, _ builder: inout SceneBuilder) {
        let starts = seconds.map { CalendarPoint(unit: unit, seconds: $0) }
        for (position, tick) in TimeTicks.labelled(starts, dataUnit: unit, stepUnit: unit, DateFormat(language: chart.language)).enumerated() {
            builder.text(TextMeasure.fit(tick.label, width: bands.step, size: 12), x: bands.center(position), y: plot.bottom + 17, anchor: .middle)
            if let context = tick.context { builder.text(context, x: bands.center(position), y: plot.bottom + 32, anchor: .middle) }
        }
    }

    /// Formats the values that are written beside their shapes.
    var valueLabels: @Sendable (Double) -> String {
        format.labels(upTo: table.series.flatMap { $0.values.compactMap { $0?.magnitude } }.max() ?? 0)
    }

    /// The tooltip of a shape.
    func hint(_ series: SeriesTable.Series, _ position: Int, _ value: Double) -> String {
        let parts = table.series.count > 1 ? [table.names[position], series.name] : [table.names[position]]
        return parts.joined(separator: ", ") + ": " + ValueFormat(chart.data, series.measure).text(value)
    }
}
