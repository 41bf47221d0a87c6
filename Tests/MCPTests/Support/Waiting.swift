/// Returns when the task is cancelled, and never else.
func untilCancelled() async {
    let gate = AsyncStream<Void> { _ in }
    for await _ in gate {}
}
