# Two commands matter: `make run` and `make test`. CONFIGURATION=release builds for speed.
.PHONY: setup build run test lint format bench fuzz soak snapshots

setup: ; scripts/setup
build: ; scripts/build --product gatehouse
run: ; scripts/run
test: ; scripts/test
lint: ; scripts/lint
format: ; swift format --in-place --parallel --recursive Sources Tests Package.swift
bench: ; scripts/bench
# The property tests and the protocol's fuzzing in full, about forty minutes; `make test` runs a part of them.
fuzz: ; scripts/fuzz
# Ten minutes under everything at once; `make test` runs twenty seconds of it.
soak: ; scripts/soak
# Writes the committed snapshots anew; read the difference before you commit it.
snapshots: ; GATEHOUSE_RECORD=1 scripts/test --filter Snapshot
