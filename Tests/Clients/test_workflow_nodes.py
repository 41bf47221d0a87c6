"""Workflows on two processes over one PostgreSQL: one dies of kill -9 in the middle, the other takes over, and each effect happens once or is not known."""

import httpx
import pytest

from events import wait_for
from test_two_nodes import nodes  # noqa: F401 (a fixture)
from test_workflows import receiver  # noqa: F401 (a fixture)


class Agent:
    """An administrator who calls tools of a node."""

    def __init__(self, node):
        self.http = httpx.Client(headers={"Authorization": f"Bearer {node.key('--user', 'built-in/admin')}"}, timeout=60)

    def call(self, node, tool, **arguments):
        answer = self.http.post(f"{node.url}/api/tools/{tool}", json=arguments)
        assert answer.status_code == 200, answer.text
        return answer.json()["data"]

    def executes(self, node, workflow, number):
        data = {"n": number, "one": number * 100 + 1, "two": number * 100 + 2, "three": number * 100 + 3}
        return self.call(node, "workflows_execute", filterByTk=workflow["id"], values={"data": data})["execution"]["id"]

    def executions(self, node, **filter):
        return self.call(node, "executions_list", pageSize=200, **filter)

    def ended(self, node):
        def all_ended():
            found = self.executions(node)
            return found if all(one["state"] == "ended" for one in found) else None

        return {one["id"]: one["status"] for one in wait_for("the end of all executions", all_ended)}

    def numbers(self, node):
        rows = self.call(node, "crud", resource="notes", action="list", pageSize=1000, fields=["number"])
        return sorted(row["number"] for row in rows)


def note(key):
    """Adds a row that there can be once: a second one would be an error."""
    return {"type": "create", "key": key, "config": {"collection": "notes", "params": {"values": {"number": "{{$context.data.%s}}" % key}}}}


@pytest.fixture
def pair(nodes):  # noqa: F811
    first, second, _ = nodes
    for node in [first, second]:
        node.stop()
        node.settings = {"GATEHOUSE_WORKFLOW_HOSTS": "127.0.0.1"}
    return first.start(), second


def test_i40_the_rows_of_each_execution_are_written_once_when_a_node_is_killed(pair):
    """I40 Every execution that was acknowledged ends as it should."""
    first, second = pair
    agent = Agent(first)
    workflow = agent.call(first, "workflows_apply", title="Rows", type="manual", nodes=[note("one"), note("two"), note("three")])
    second.start()
    begun = [agent.executes([first, second][n % 2], workflow, n) for n in range(1, 81)]
    wait_for("the first rows", lambda: len(agent.numbers(second)) > 20)
    first.stop(kill=True)
    assert agent.ended(second) == {id: 1 for id in begun}
    assert agent.numbers(second) == sorted(n * 100 + part for n in range(1, 81) for part in [1, 2, 3])


def test_i41_requests_of_a_killed_node_are_not_sent_again_and_the_others_go_on(pair, receiver):  # noqa: F811
    """I41 The requests that were under way on the dead node are reported as not known; those of the other are not."""
    first, second = pair
    agent = Agent(first)
    slow = {"type": "request", "key": "ask", "config": {
        "url": f"{receiver.url}/slow", "method": "POST", "data": {"n": "{{$context.data.n}}"}, "timeout": 60_000}}
    workflow = agent.call(first, "workflows_apply", title="Requests", type="manual", nodes=[note("one"), slow, note("two")])
    begun = {agent.executes(first, workflow, n): n for n in range(1, 13)}
    # As many as a node runs at a time; the rest waits.
    wait_for("the requests of the first", lambda: len(receiver.requests) == 8)
    lost = {body["n"] for _, body, _ in receiver.requests}
    second.start()
    wait_for("the requests of the second", lambda: len(receiver.requests) == 12)
    first.stop(kill=True)
    wait_for("what the dead node ran", lambda: len(agent.executions(second, status=-6)) == 8)
    receiver.release.set()
    statuses = agent.ended(second)
    assert statuses == {id: -6 if n in lost else 1 for id, n in begun.items()}
    assert sorted(body["n"] for _, body, _ in receiver.requests) == list(range(1, 13)), "each was sent once"
    expected = [n * 100 + 1 for n in range(1, 13)] + [n * 100 + 2 for n in range(1, 13) if n not in lost]
    assert agent.numbers(second) == sorted(expected)
    # A person looks and lets one go on: its request is sent a second time, and its row before that stays one.
    again = next(id for id, n in begun.items() if n in lost)
    agent.call(second, "executions_act", filterByTk=again, action="retry")
    assert agent.ended(second)[again] == 1
    assert len(receiver.requests) == 13
    assert agent.numbers(second) == sorted([*expected, begun[again] * 100 + 2])
