"""Figures for Prometheus: what is counted, by whom it is added up, and that no label names anybody."""

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from prometheus_client import generate_latest
from prometheus_client.core import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from config.errors import CATALOGUE
from config.metrics.counting import CommandCounter
from config.metrics.serving import ALARMING, registry
from tests.canary.channels import search_metrics
from tests.cast import problem
from tests.docs.pages import DOCS
from tests.stack.stacks import STACK_VARIABLES, free_port, until
from tests.tables import seated

LABELS = {"answerer", "age", "cause", "channel", "code", "consumer", "le", "of", "queue", "server"}
"""None of them can hold an id or a name."""


@pytest.fixture
def counted() -> Iterator[None]:
    """What production does when it has a folder for figures."""
    import logging

    log, counter = logging.getLogger("herdbook.commands"), CommandCounter()
    level = log.level
    log.addHandler(counter)
    log.setLevel(logging.INFO)
    yield
    log.removeHandler(counter)
    log.setLevel(level)


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.mark.usefixtures("counted")
def test_commands_and_refusals_are_counted(alice, bob):
    game = seated(alice, bob)
    commands = value("herdbook_command_seconds_count", cause="bot")
    refusals = value("herdbook_refusals_total", code="not_your_decision")
    seconds = value("herdbook_command_seconds_sum", cause="bot")
    owed = alice.view(game)["decision"]
    alice.move(game)
    asked = {"decision": owed["id"][:-1] + "9", "move": "take"}
    problem(alice.post(f"/games/{game}/moves", asked), 409, "not_your_decision")
    assert value("herdbook_command_seconds_count", cause="bot") == commands + 1
    assert 0 < value("herdbook_command_seconds_sum", cause="bot") - seconds < 10
    assert value("herdbook_refusals_total", code="not_your_decision") == refusals + 1


def test_how_things_stand_is_asked_of_the_database(alice, bob):
    seated(alice, bob)
    shown = families()
    owed = {
        (one.labels["answerer"], one.labels["age"]): one.value
        for one in shown["herdbook_owed_decisions"]
    }
    assert owed["account", "minute"] >= 1
    assert {one.labels["of"] for one in shown["herdbook_sweep_lag_seconds"]} == {"expiry", "house"}
    assert {one.labels["channel"] for one in shown["herdbook_messages_tried"]} == {
        "webhooks",
        "mails",
    }
    up = {one.labels["server"]: one.value for one in shown["herdbook_up"]}
    assert up == {"database": 1, "broker": 1}


def test_no_label_holds_an_id_or_a_name(alice, bob):
    game = seated(alice, bob)
    alice.post(f"/games/{game}/nowhere")
    text = exposition()
    found = {name for one in every(text) for name in one.labels}
    assert found <= LABELS
    assert alice.name not in text
    assert game not in text


def test_codes_that_are_errors_of_ours_are_shown_from_the_start():
    rules = (DOCS / "deploy/herdbook.rules.yml").read_text()
    ours = {code for code, kind in CATALOGUE.items() if kind.status >= 500}
    assert set(ALARMING) == ours
    assert all(code in rules for code in ours)


@pytest.mark.usefixtures("database")
def test_every_figure_of_the_alerts_exists():
    rules = yaml.safe_load((DOCS / "deploy/herdbook.rules.yml").read_text())
    expressions = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    named = {name for one in expressions for name in re.findall(r"herdbook_\w+", one)}
    known = set(re.findall(r"^# TYPE (\w+)", exposition(), re.MULTILINE))
    known |= {f"{name}_bucket" for name in known}
    assert named - known == set()
    labels = {name for one in expressions for name in re.findall(r"[{,](\w+)=", one)}
    assert labels <= LABELS
    summaries = str(rules)
    assert set(re.findall(r"\$labels\.(\w+)", summaries)) <= LABELS


def test_figures_of_several_processes_are_added_up_on_a_port_of_their_own(tmp_path: Path):
    """Also of a process that has ended, and none of them shows the other's."""
    kept = {name: text for name, text in os.environ.items() if name not in STACK_VARIABLES}
    port = free_port()
    environment = {
        **kept,
        "HERDBOOK_DEBUG": "1",
        "HERDBOOK_METRICS_FOLDER": str(tmp_path),
        "HERDBOOK_METRICS_PORT": str(port),
        "DATABASE_URL": f"postgresql://nobody@127.0.0.1:{free_port()}/none",
        "CELERY_BROKER_URL": f"redis://127.0.0.1:{free_port()}/0",
    }
    for _ in range(2):
        count = "from config.metrics.counting import refused; refused('busy')"
        subprocess.run([sys.executable, "-c", count], env=environment, check=True)
    (tmp_path / "counter_1.db").touch()  # of a process that is about to begin
    process = subprocess.Popen([sys.executable, "-m", "config.metrics"], env=environment)
    try:
        until(lambda: read(port), "the figures")
        text = read(port)
    finally:
        process.terminate()
        process.wait(30)
    values = {(one.name, *one.labels.values()): one.value for one in every(text)}
    assert values["herdbook_refusals_total", "busy"] == 2
    assert values["herdbook_refusals_total", "internal_error"] == 0  # from which it can rise
    assert values["herdbook_up", "database"] == 0
    assert values["herdbook_up", "broker"] == 0


def read(port: int) -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def exposition() -> str:
    text = (generate_latest(registry()) + generate_latest(REGISTRY)).decode()
    search_metrics(text)
    return text


def families():
    found = text_string_to_metric_families(generate_latest(registry()).decode())
    return {family.name: family.samples for family in found}


def every(text: str):
    ours = [one for one in text_string_to_metric_families(text) if "herdbook" in one.name]
    return [sample for family in ours for sample in family.samples]
