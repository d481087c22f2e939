"""SASLprep and verifiers: against the RFCs' examples, and against what PostgreSQL keeps for the same passwords."""

from __future__ import annotations

import random

import psycopg
import pytest
from psycopg import sql

from gateway.access.saslprep import Prohibited, password_bytes, saslprep
from gateway.access.verifier import Verifier, mock_verifier
from tests.plugins.scale import seed_for

#: ASCII; composed and decomposed; ligatures; spaces of other kinds; what is mapped to nothing; right to left; forbidden characters.
PASSWORDS = (
    "pencil", "with space", "a,b=c", "pa\u00adss", "pa\u00a0ss", "\u2168", "\uff21bc", "e\u0301t\u00e9", "\ufb01sh", "\u00aa",
    "\u2003x", "\u0627\u0644\u0639\u0631", "\u0627a\u0644", "\u0627\u06311", "a\u0007b", "\ue000", "\u0221", "\u200b", "\u00ad",
    "\U0001f600", "\u1e9b\u0323",
    "\u30ab\u3099", "\ufdd0", "x\u2028y", "\u212b", "\ud55c\uae00", "\u200d\u2060word", "I\u00adX", "\u1806", "\ufe00z",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "prepared"),
    [("I\u00adX", "IX"), ("user", "user"), ("USER", "USER"), ("\u00aa", "a"), ("\u2168", "IX")],
)
def test_rfc_4013_examples(text: str, prepared: str) -> None:
    assert saslprep(text) == prepared


@pytest.mark.parametrize("text", ["\u0007", "\u0627\u0031"])
def test_rfc_4013_prohibited_examples(text: str) -> None:
    with pytest.raises(Prohibited):
        saslprep(text)
    assert password_bytes(text) == text.encode()


def test_passwords_that_look_the_same_have_one_verifier() -> None:
    salt = bytes(16)
    assert Verifier.of("e\u0301", salt=salt) == Verifier.of("\u00e9", salt=salt)


@pytest.mark.postgres
def test_verifiers_are_those_of_postgres(postgres_dsn: str) -> None:
    seed = seed_for("passwords")
    chance = random.Random(seed)
    letters = "abcXYZ019 ,=\"'\u00e4\u00df\u0301\u00ad\u00a0\u0416\u4e2d\ufb03\u2460\u0627\u05d0"
    passwords = [*PASSWORDS, *("".join(chance.choices(letters, k=chance.randint(1, 20))) for _ in range(60))]
    with psycopg.connect(postgres_dsn) as connection:
        connection.execute("CREATE ROLE verified")
        for password in passwords:
            connection.execute(sql.SQL("ALTER ROLE verified PASSWORD {}").format(sql.Literal(password)))
            row = connection.execute("SELECT rolpassword FROM pg_authid WHERE rolname = 'verified'").fetchone()
            assert row is not None
            theirs = Verifier.parse(row[0])
            assert str(theirs) == row[0]
            assert str(Verifier.of(password, theirs.iterations, theirs.salt)) == row[0], (seed, password)
        connection.rollback()


@pytest.mark.parametrize(
    "text",
    [
        "", "md5d41d8cd98f00b204e9800998ecf8427e", "SCRAM-SHA-256$4096:AAAA$AAAA:AAAA",
        "SCRAM-SHA-256$0:AAAA$" + "A" * 43 + "=:" + "A" * 43 + "=",
        "SCRAM-SHA-256$4096:A$" + "A" * 43 + "=:" + "A" * 43 + "=",
    ],
)  # fmt: skip
def test_what_is_no_verifier_is_refused_without_being_shown(text: str) -> None:
    with pytest.raises(ValueError, match="no SCRAM-SHA-256 verifier") as error:
        Verifier.parse(text)
    assert not text or text not in str(error.value)


def test_mock_salts_are_stable_and_differ() -> None:
    one = mock_verifier("nobody", b"secret", [4096])
    assert one.salt == mock_verifier("nobody", b"secret", [4096]).salt
    assert one.stored_key != mock_verifier("nobody", b"secret", [4096]).stored_key
    assert len({one.salt, mock_verifier("nobody2", b"secret", [4096]).salt, mock_verifier("nobody", b"other", [4096]).salt}) == 3
    assert len(one.salt) == len(Verifier.of("x").salt)


def test_a_verifier_does_not_show_in_logs() -> None:
    assert repr(Verifier.of("x")) == "Verifier(…)"
