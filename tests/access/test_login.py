"""Logins over plain TCP by libpq and by hand: passwords, unknown users, entries, limits, lockout."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from struct import pack

import psycopg
import pytest

from gateway.access.access import Access, Client, peer_user
from gateway.access.hba import ClientOrigin, HbaEntry
from gateway.access.users import UserFile, Users, read_users, write_users
from gateway.access.verifier import Verifier
from gateway.server import ServerOptions
from tests.access.sasl import NONCE, Parts, SaslClient, told
from tests.access.servers import OPTIONS, PASSWORDS, SCRAM, connect, guarded, refusal
from tests.gateway.serving import message, startup

FIRST = b"n,,n=,r=" + NONCE
WRONG = 'FATAL:  password authentication failed for user "{}"'


@pytest.mark.parametrize("user", PASSWORDS)
def test_the_right_password(tmp_path: Path, user: str) -> None:
    with guarded(tmp_path) as server, connect(server, user, PASSWORDS[user]) as connection:
        assert connection.pgconn.used_password
        assert connection.info.user == user
        assert connection.info.parameter_status("session_authorization") == user


@pytest.mark.parametrize(("user", "password"), [("ann", "pencil2"), ("ann", PASSWORDS["bob"]), ("nobody", "pencil")])
def test_a_wrong_password_and_an_unknown_user_are_told_the_same(tmp_path: Path, user: str, password: str) -> None:
    with guarded(tmp_path) as server:
        assert WRONG.format(user) in refusal(server, user, password)
        with SaslClient(server.server.port) as client:
            client.begin(user)
            parts = Parts(FIRST, client.server_first("SCRAM-SHA-256", FIRST), password)
            assert told(client.say(parts.final)) == {
                "V": "FATAL", "C": "28P01", "M": f'password authentication failed for user "{user}"', "D": "",
            }  # fmt: skip
            assert client.read() == ("", b"")


def test_salts_do_not_tell_who_exists(tmp_path: Path) -> None:
    def challenge(user: str) -> tuple[bytes, int]:
        with SaslClient(server.server.port) as client:
            client.begin(user)
            parts = Parts(FIRST, client.server_first("SCRAM-SHA-256", FIRST), "x")
            return parts.salt, parts.iterations

    with guarded(tmp_path) as server:
        before = {user: challenge(user) for user in ("ann", "nobody", "nobody else")}
        assert {user: challenge(user) for user in before} == before
    with guarded(tmp_path) as server:
        assert {user: challenge(user) for user in before} == before
    assert len({salt for salt, _ in before.values()}) == 3
    assert len({(len(salt), iterations) for salt, iterations in before.values()}) == 1


def test_iterations_do_not_tell_who_exists(tmp_path: Path) -> None:
    """Some passwords are older, or newer, than the setting: names that nobody has look like them, as often as there are such."""
    made = {f"user{number}": Verifier.of("x", 4096 + 904 * (number % 4 == 0)) for number in range(8)}
    write_users(tmp_path / "users", Users(made))
    access = Access((SCRAM,), OPTIONS, users=UserFile(tmp_path / "users"), peer=peer_user("node", "the secret"))

    def iterations(user: str) -> int:
        login = access.begin(user, "tidegate", Client(ClientOrigin("127.0.0.1")))
        assert login is not None
        answer = login.respond(b"SCRAM-SHA-256\0" + pack("!i", len(FIRST)) + FIRST)
        return Parts(FIRST, answer[9:], "x").iterations

    strangers = [iterations(f"nobody{number}") for number in range(400)]
    assert {iterations(user) for user in (*made, "node")} == set(strangers) == {4096, 5000}
    assert 40 < strangers.count(5000) < 150  # two of nine passwords have them
    assert [iterations(f"nobody{number}") for number in range(400)] == strangers


def test_a_login_that_is_recorded_cannot_be_played_again(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        with SaslClient(server.server.port) as client:
            client.begin()
            final = Parts(FIRST, client.server_first("SCRAM-SHA-256", FIRST), "pencil").final
            assert client.say(final)[0] == "R"
            assert client.read() == ("R", pack("!I", 0))
        with SaslClient(server.server.port) as client:
            client.begin()
            client.server_first("SCRAM-SHA-256", FIRST)
            assert told(client.say(final)) == {
                "V": "FATAL", "C": "08P01", "M": "invalid SCRAM response", "D": "Nonce does not match.",
            }  # fmt: skip


def test_nothing_is_served_before_the_login_is_over(tmp_path: Path) -> None:
    """Queries sent together with the start-up packet, or with the client's first message."""
    with guarded(tmp_path) as server:
        for opening in (startup("ann"), startup("ann") + message("p", b"SCRAM-SHA-256\0" + pack("!I", len(FIRST)) + FIRST)):
            with SaslClient(server.server.port) as client:
                client.socket.sendall(opening + message("Q", b"SELECT 1\0"))
                kinds = [kind for kind, _ in iter(client.read, ("", b""))]
                assert kinds[-1] == "E"
                assert set(kinds[:-1]) == {"R"}


def test_long_messages_are_refused_by_their_length(tmp_path: Path) -> None:
    with guarded(tmp_path) as server, SaslClient(server.server.port) as client:
        client.begin()
        client.socket.sendall(b"p" + pack("!I", 2**31 - 1))
        assert told(client.read())["C"] == "54000"


def test_users_change_while_the_server_runs(tmp_path: Path) -> None:
    path = tmp_path / "users"
    with guarded(tmp_path) as server:
        before = read_users(path)
        write_users(path, Users({**before.verifiers, "eve": Verifier.of("apple"), "ann": Verifier.of("pen")}, before.secret))
        connect(server, "eve", "apple").close()
        connect(server, "ann", "pen").close()
        assert WRONG.format("ann") in refusal(server, "ann", "pencil")
        path.write_text("nonsense")
        connect(server, "eve", "apple").close()
        path.unlink()
        connect(server, "eve", "apple").close()
        write_users(path, Users({}, before.secret))
        assert WRONG.format("eve") in refusal(server, "eve", "apple")


def test_the_first_entry_that_matches_decides(tmp_path: Path) -> None:
    entries = (
        HbaEntry("trust", user="guest", address="loopback"),
        HbaEntry("reject", user="bob", address="all"),
        HbaEntry("scram-sha-256", user="ann, bob", database="tidegate, other", address="127.0.0.0/8"),
    )
    with guarded(tmp_path, *entries) as server:
        connect(server, "guest", None).close()
        connect(server).close()
        assert 'an [[hba]] entry rejects the connection for host "127.0.0.1", user "bob"' in refusal(
            server, "bob", PASSWORDS["bob"]
        )
        none = 'no [[hba]] entry for host "127.0.0.1", user "eve", database "tidegate", no encryption'
        assert none in refusal(server, "eve", "x")
        with SaslClient(server.server.port) as client:
            client.socket.sendall(startup("eve"))
            assert told(client.read())["C"] == "28000"


def test_another_database_is_told_after_the_login_only(tmp_path: Path) -> None:
    with guarded(tmp_path) as server, SaslClient(server.server.port) as client:
        client.begin(database="other")
        client.say(Parts(FIRST, client.server_first("SCRAM-SHA-256", FIRST), "pencil").final)
        assert client.read() == ("R", pack("!I", 0)), "whoever is let in is told so first"
        assert told(client.read())["C"] == "3D000"


def test_connections_per_user(tmp_path: Path) -> None:
    options = ServerOptions(connections_per_user_max=2)
    with guarded(tmp_path, server=options) as server:
        with connect(server), connect(server):
            assert 'FATAL:  too many connections for role "ann"' in refusal(server)
            connect(server, "bob", PASSWORDS["bob"]).close()
        for _ in range(3):
            _connect_soon(server)


def _connect_soon(server: object) -> None:
    """A connection that was closed just now may count for a moment still."""
    for _ in range(1_000):
        try:
            connect(server).close()  # type: ignore[arg-type]
        except psycopg.OperationalError:
            continue
        return
    raise AssertionError("connections that are gone still count")


def test_a_user_who_fails_often_is_not_heard_for_a_while(tmp_path: Path) -> None:
    """From that address; others from there are, and whoever does not exist is locked out alike."""
    options = replace(OPTIONS, failed_logins_max=3, failed_logins_lockout_s=3600.0)
    with guarded(tmp_path, HbaEntry("trust", user="guest", address="loopback"), SCRAM, options=options) as server:
        for user in ("ann", "nobody"):
            for _ in range(3):
                assert WRONG.format(user) in refusal(server, user, "wrong")
            assert f'too many failed logins as user "{user}" from your address' in refusal(server, user)
        connect(server, "bob", PASSWORDS["bob"]).close()
        connect(server, "guest", None).close()


def test_guesses_that_begin_together_are_counted_together(tmp_path: Path) -> None:
    """All of them have their challenge before the first one is wrong."""
    options = replace(OPTIONS, failed_logins_max=3, failed_logins_lockout_s=3600.0)
    with guarded(tmp_path, options=options) as server, ExitStack() as stack:
        clients = [stack.enter_context(SaslClient(server.server.port)) for _ in range(8)]
        finals = []
        for at, client in enumerate(clients):
            client.begin()
            finals.append(Parts(FIRST, client.server_first("SCRAM-SHA-256", FIRST), "pencil" if at == 7 else f"guess {at}").final)
        states = [told(client.say(final))["C"] for client, final in zip(clients, finals, strict=True)]
        assert states == ["28P01"] * 3 + ["28000"] * 5


def test_who_is_silent_at_start_up_makes_room(tmp_path: Path) -> None:
    """Of one address so many may be at start-up; the next one is served, and the one that has been silent for longest is not."""
    with guarded(tmp_path, server=ServerOptions(startups_per_address_max=5)) as server, ExitStack() as stack:
        first, *others = [stack.enter_context(SaslClient(server.server.port)) for _ in range(5)]
        for client in others:
            client.begin()
        sessions = [stack.enter_context(connect(server)) for _ in range(3)]
        assert first.read() == ("", b"")
        others[-1].server_first("SCRAM-SHA-256", FIRST)
        assert [session.info.user for session in sessions] == ["ann"] * 3


def test_other_nodes_are_heard_although_somebody_guesses_from_their_address(tmp_path: Path) -> None:
    options = replace(OPTIONS, failed_logins_max=2, failed_logins_lockout_s=3600.0)
    with guarded(tmp_path, SCRAM, options=options, peer=peer_user("node", "the secret")) as server:
        for _ in range(2):
            refusal(server, password="wrong")
        assert "too many failed logins" in refusal(server)
        connect(server, "node", "the secret").close()


def test_refused_logins_are_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with guarded(tmp_path, HbaEntry("reject", user="bob", address="all"), SCRAM) as server:
        for user in ("ann", "no\nbody", "bob"):
            refusal(server, user, "wrong")
    said = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
    assert [line.partition(" refused: ")[0] for line in said] == [
        f"login from 127.0.0.1 as {user!r}" for user in ("ann", "no\nbody", "bob")
    ]
    assert not any("\n" in line or "wrong" in line for line in said)


def test_a_silent_login_is_ended(tmp_path: Path) -> None:
    with guarded(tmp_path, server=ServerOptions(startup_timeout_s=0.05)) as server, SaslClient(server.server.port) as client:
        client.begin()
        assert told(client.read())["M"] == "canceling authentication due to timeout"


def test_a_wrong_password_is_answered_later_and_nothing_is_read_meanwhile(tmp_path: Path) -> None:
    options = replace(OPTIONS, failed_login_delay_s=0.2)
    with guarded(tmp_path, options=options) as server, SaslClient(server.server.port) as client:
        client.begin()
        parts = Parts(FIRST, client.server_first("SCRAM-SHA-256", FIRST), "wrong")
        client.socket.sendall(message("p", parts.final) * 50)
        assert told(client.read())["C"] == "28P01"
        assert client.read() == ("", b"")


def test_nobody_is_trusted_to_be_another_node(tmp_path: Path) -> None:
    """The peers' user needs the cluster's secret, whatever the entries say; and has its connections whatever users' limits say."""
    trusting = HbaEntry("trust", address="all")
    options = ServerOptions(connections_per_user_max=1)
    with guarded(tmp_path, trusting, server=options, peer=peer_user("node", "the secret")) as server:
        connect(server, "anybody", None).close()
        assert WRONG.format("node") in refusal(server, "node", "a guess")
        with connect(server, "node", "the secret"), connect(server, "node", "the secret"):
            pass
