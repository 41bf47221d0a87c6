package import SQL

extension CallBounds {
    /// A time limit of half an hour, for tests that do not test time limits. A busy machine does not make them fail.
    package static var patient: CallBounds { .within(.seconds(1_800)) }
}
