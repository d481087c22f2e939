"""What a server may answer to a stream of bytes: the reference that every conversation is compared with.

The model reads what was sent and what came back side by side, and keeps what a session keeps: transaction status, savepoints,
prepared statements, portals with the rows they still have. Where it knows what a statement does, one answer is right; where it
does not, any legal sequence of messages is, and what the statement may have changed is not relied on any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from tests.fuzz.frames import EXTENDED, Frame, Message, Unsound, answers, cells, frames, read
from tests.fuzz.known import MARKER, Cells, Known, Rows, Step, decoded, encoded

#: Errors of a server that has much to do; they may always come.
WEATHER: Final = frozenset({"53100", "53200", "53300"})
CANCELLED: Final = "57014"
#: Errors of parameters' values.
VALUES: Final = frozenset({"08P01", "22003", "22021", "22P02", "22P03"})
INTERNAL: Final = "XX"
#: Names longer than this are cut off by PostgreSQL: which of them are the same is not modelled.
NAME_BYTES_MAX: Final = 62


class Violation(AssertionError):
    """The server has said what it must not say, or not said what it must."""


class Over(Exception):
    """There are no more answers, and there need not be any."""


@dataclass(slots=True)
class Portal:
    """What Bind has left. *rows* is None if unknown."""

    step: Step | None = None
    formats: tuple[int, ...] = ()
    rows: Rows | None = None
    done: bool = False


#: It may be there or not.
UNSURE: Final = object()
Found = object


@dataclass
class Model:
    """One session after its greeting.

    *may_be_cancelled*: somebody has sent CancelRequests for it. *cut*: the client went away before it had all answers.
    """

    known: dict[str, Known]
    marker: bytes
    may_be_cancelled: bool = False
    cut: bool = False
    errors: Counter[str] = field(default_factory=Counter)
    status: str = "I"
    savepoints: list[str] = field(default_factory=list)
    statements: dict[str, Known | object | None] = field(default_factory=dict)
    portals: dict[str, Portal | object] = field(default_factory=dict)
    all_unsure: bool = False
    portals_unsure: bool = False
    status_unsure: bool = False
    skipping: bool = False

    def check(self, sent: bytes, answer: bytes) -> int:
        """Compare a conversation from its greeting on; the number of messages in it. Raises Violation."""
        foreign = {found for found in MARKER.findall(answer) if found.lower() != self.marker}
        if foreign:
            raise Violation(f"another session's data: {foreign}")
        self._answers = [pair for pair in answers(answer) if not self._is_notice(*pair)]
        self._at = 0
        count = 0
        try:
            for one, _ in frames(sent):
                count += 1
                if self._frame(one):
                    break
        except Over:
            return count
        if self._at < len(self._answers) and not self.cut:
            raise Violation(f"answers to nothing: {self._answers[self._at : self._at + 3]}")
        return count

    @staticmethod
    def _is_notice(kind: str, payload: bytes) -> bool:
        if kind == "S" and payload.count(b"\0") != 2:
            raise Violation(f"a ParameterStatus that is none: {payload!r}")
        return kind in ("S", "N")

    # ---------------------------------------------------------------------------------------------------------- answers

    def _peek(self) -> tuple[str, bytes]:
        if self._at == len(self._answers):
            if self.cut:
                raise Over
            raise Violation("no answer")
        return self._answers[self._at]

    def _take(self, *kinds: str) -> bytes:
        kind, payload = self._peek()
        if kind not in kinds:
            raise Violation(f"{kind} {payload[:200]!r} instead of {' or '.join(kinds)}")
        self._at += 1
        return payload

    def _error(self, codes: Collection[str] = (), *, severity: str = "ERROR") -> str:
        """An ErrorResponse; one of *codes*, if there are any."""
        payload = self._take("E")
        fields = {part[:1].decode(): part[1:].decode() for part in payload.split(b"\0") if part}
        code = fields.get("C", "")
        if not {"S", "V", "C", "M"} <= set(fields) or len(code) != 5 or payload[-2:] != b"\0\0":
            raise Violation(f"an error without its fields: {payload!r}")
        if code.startswith(INTERNAL):
            raise Violation(f"an internal error: {fields}")
        if fields["V"] != severity:
            raise Violation(f"not {severity}: {fields}")
        if codes and code not in codes and not self._is_weather(code):
            raise Violation(f"not one of {sorted(codes)}: {fields}")
        self.errors[code] += 1
        return code

    def _is_weather(self, code: str) -> bool:
        return code in WEATHER or (code == CANCELLED and self.may_be_cancelled)

    def _outcome(self, ok: tuple[str, ...], faults: Collection[str], *, sure: bool) -> bool:
        """Is the next answer one of *ok*? With *faults* it must be an error of theirs; without, if it is *sure*, no error."""
        kind, payload = self._peek()
        if kind == "E":
            weather = self._error({*faults, "25P02"} if faults and self.status_unsure else faults)
            if sure and not faults and not self._is_weather(weather):
                raise Violation(f"an error where there is no fault: {payload!r}")
            self._fail()
            return False
        if faults:
            raise Violation(f"{kind} {payload[:100]!r} instead of an error of {sorted(faults)}")
        if kind not in ok:
            raise Violation(f"{kind} {payload[:100]!r} instead of {ok}")
        return True

    # ------------------------------------------------------------------------------------------------------------ state

    def _fail(self) -> None:
        self.skipping = True
        if self.status == "I":
            self._end_transaction()
        else:
            self.status = "E"
            self.portals = dict.fromkeys(self.portals, UNSURE)

    def _end_transaction(self) -> None:
        self.status = "I"
        self.savepoints = []
        self.portals_unsure = False
        kept = {name: UNSURE for name, portal in self.portals.items() if portal is UNSURE and self.all_unsure}
        self.portals = dict(kept)

    def _lose_track(self) -> None:
        self.all_unsure = self.portals_unsure = self.status_unsure = True

    def _statement(self, name: str) -> Found:
        if self.all_unsure or len(name.encode()) > NAME_BYTES_MAX:
            return UNSURE
        return self.statements.get(name, "missing")

    def _portal(self, name: str) -> Found:
        if self.all_unsure or self.portals_unsure or len(name.encode()) > NAME_BYTES_MAX:
            return UNSURE
        return self.portals.get(name, "missing")

    def _aborted(self, *, may: bool) -> set[str]:
        return {"25P02"} if self.status == "E" and not may else set()

    # ----------------------------------------------------------------------------------------------------------- frames

    def _frame(self, one: Frame) -> bool:
        """Follow one frame; True: the connection is over."""
        if one.fault == "cut":
            raise Over
        if one.fault:
            self._error(("08P01", "54000"), severity="FATAL")
            return True
        if self.skipping and one.kind not in "SX":
            return False
        if one.kind == "X":
            return True
        if one.kind == "S":
            self.skipping = False
        try:
            message = read(one)
        except Unsound as fault:
            self._error(() if one.kind == "B" else {str(fault), "22021"})  # a Bind is read and looked up by turns
            self._fail()
            if one.kind == "B" and self.status == "E":
                self.portals_unsure = True  # as in _bind
            self.skipping = one.kind in EXTENDED.decode()
            if one.kind == "Q":
                self.portals[""] = UNSURE
            if not self.skipping:
                self._ready()
            return False
        self._message(one.kind, message)
        return False

    def _message(self, kind: str, message: Message) -> None:
        match kind:
            case "Q":
                self._query(message.text)
            case "P":
                self._parse(message)
            case "B":
                self._bind(message)
            case "D":
                self._describe(message)
            case "E":
                self._execute(message)
            case "C":
                self._take("3")
                (self.statements if message.letter == "S" else self.portals).pop(message.name, None)
                if len(message.name.encode()) > NAME_BYTES_MAX:
                    self._lose_track()
            case "S":
                self._ready()
            case "F":
                self._error()
                self._fail()
                self._ready()
            case _:
                pass  # Flush, and what belongs to a COPY that there is not

    def _ready(self) -> None:
        payload = self._take("Z")
        if payload not in (b"I", b"T", b"E"):
            raise Violation(f"ReadyForQuery says {payload!r}")
        if not self.status_unsure and payload.decode() != self.status:
            raise Violation(f"ReadyForQuery says {payload!r} instead of {self.status}")
        if self.status_unsure:
            self.status, self.status_unsure = payload.decode(), False
            self.portals_unsure = self.status != "I"
        self.skipping = False
        if self.status == "I":
            self._end_transaction()

    # ------------------------------------------------------------------------------------------------- extended protocol

    def _parse(self, message: Message) -> None:
        known = self.known.get(message.text)
        if not message.name:
            self.statements.pop("", None)
        found = self._statement(message.name)
        faults, sure = set(), known is not None and not any(message.oids) and found is not UNSURE
        if message.name and found not in ("missing", UNSURE):
            faults.add("42P05")
        if known is not None and not self.status_unsure:
            faults |= self._parse_faults(known)
        if faults and found is UNSURE:
            faults.add("42P05")
        if not self._outcome(("1",), faults if known is not None else (), sure=sure and not self.status_unsure):
            return
        self._take("1")
        if known is None and faults:
            raise Violation("a statement was prepared twice")
        if len(message.name.encode()) > NAME_BYTES_MAX:
            return
        self.statements[message.name] = known if not any(message.oids) else None

    def _parse_faults(self, known: Known) -> set[str]:
        faults = set()
        if len(known.steps) > 1:
            faults.add("42601")
        step = known.steps[0]
        if step.kind == "error":
            faults.add(step.name)
        if step.kind != "empty":
            faults |= self._aborted(may=step.ends_transaction)
        return faults

    def _bind(self, message: Message) -> None:
        found = self._statement(message.text)
        faults: set[str] = {"26000"} if found == "missing" else set()
        known = found if isinstance(found, Known) else None
        sure = known is not None and not self.status_unsure and self._portal(message.name) is not UNSURE
        rows: Rows | None = None
        formats: tuple[int, ...] = ()
        if known is not None:
            step = known.steps[0]
            faults |= self._bind_faults(known, step, message)
            sure = sure and not (step.kind == "late error" and message.results)
            try:
                rows = step.rows(self._params(known, message)) if not faults else None
            except ValueError:
                sure = False
            formats = _spread(message.results, len(step.columns))
        if faults and self._portal(message.name) is UNSURE:
            faults.add("42P03")
        if not self._outcome(("2",), faults, sure=sure):
            if self.status == "E":
                self.portals[message.name] = UNSURE  # PostgreSQL has made it before it looks at the formats
            return
        self._take("2")
        self.portals[message.name] = Portal(known.steps[0] if known is not None and sure else None, formats, rows)

    def _bind_faults(self, known: Known, step: Step, message: Message) -> set[str]:
        faults = self._result_faults(step, message)
        if len(message.values) != len(known.params) or len(message.formats) not in (0, 1, len(message.values)):
            faults.add("08P01")
        elif set(message.formats) - {0, 1}:
            faults.add("22023")
        elif faults and not self._readable(known, message):  # the values come before the results' formats
            faults |= VALUES
        if not self.status_unsure:
            faults |= self._aborted(may=step.ends_transaction)
        if message.name and not isinstance(self._portal(message.name), str) and self._portal(message.name) is not UNSURE:
            faults.add("42P03")
        return faults

    @staticmethod
    def _result_faults(step: Step, message: Message) -> set[str]:
        faults: set[str] = set()
        if step.kind == "rows":  # what has no rows takes any formats for them
            if len(message.results) not in (0, 1, len(step.columns)):
                faults.add("08P01")
            if set(message.results) - {0, 1}:
                faults.add("22023")
        return faults

    def _readable(self, known: Known, message: Message) -> bool:
        """Are the parameters surely right?"""
        try:
            self._params(known, message)
        except ValueError:
            return False
        return True

    @staticmethod
    def _params(known: Known, message: Message) -> Cells:
        formats = _spread(message.formats, len(known.params))
        return tuple(decoded(*one) for one in zip(message.values, known.params, formats, strict=True))

    def _describe(self, message: Message) -> None:
        found = self._statement(message.name) if message.letter == "S" else self._portal(message.name)
        if found == "missing":
            self._outcome((), {"26000" if message.letter == "S" else "34000", *self._aborted(may=False)}, sure=True)
            return
        step = found.steps[0] if isinstance(found, Known) else found.step if isinstance(found, Portal) else None
        has_rows = step is not None and step.kind in ("rows", "late error")
        faults = self._aborted(may=False) if has_rows and not self.status_unsure else set()
        sure = step is not None and not self.status_unsure
        if message.letter == "S":
            if not self._outcome(("t",), faults, sure=sure):
                return
            count = int.from_bytes(self._take("t")[:2])
            if isinstance(found, Known) and count != len(found.params):
                raise Violation(f"{count} parameters")
        elif not self._outcome(("T", "n"), faults, sure=sure):
            return
        described = self._peek()[0] == "T"
        width = int.from_bytes(self._take("T", "n")[:2])
        if step is not None and step.kind != "late error" and (described != has_rows or width != len(step.columns)):
            raise Violation(f"{width} columns of {step}")

    def _execute(self, message: Message) -> None:
        found = self._portal(message.name)
        if found == "missing":
            self._outcome((), ("34000", *self._aborted(may=False)), sure=True)
            return
        if not isinstance(found, Portal) or found.step is None or self.status_unsure:
            self._execute_unknown(message)
            return
        step = found.step
        if step.kind == "empty":
            self._take("I")
        elif faults := self._aborted(may=step.ends_transaction):
            self._outcome((), faults, sure=True)
        elif step.kind == "rows":
            self._execute_rows(found, message)
        elif found.done:
            self._outcome((), ("55000", "25P02"), sure=True)
        else:
            found.done = True
            self._perform(step)

    def _execute_rows(self, portal: Portal, message: Message) -> None:
        if not self._outcome(("D", "C", "s"), (), sure=True):
            return
        wanted = message.number if message.number > 0 else None
        if portal.rows is None:
            self._rows(None)
            if not self._interrupted():
                self._take("C", "s")
            return
        expected = portal.rows[:wanted]
        portal.rows = portal.rows[len(expected) :]
        if not self._expect(expected, portal, portal.step.columns if portal.step else ()):
            return
        if wanted is not None and len(expected) == wanted:
            self._take("s")
        else:
            portal.rows = []
            self._tag(f"SELECT {len(expected)}")

    def _execute_unknown(self, message: Message) -> None:
        if not self._outcome(("D", "C", "s", "I", "H"), (), sure=False):
            return
        self._lose_track()
        if self._peek()[0] == "H":
            self._copy(None)
            return
        self._rows(None)
        if self._peek()[0] == "E":
            self._outcome((), (), sure=False)
        else:
            self._take("C", "s", "I")

    # --------------------------------------------------------------------------------------------------- simple protocol

    def _query(self, text: str) -> None:
        self.statements.pop("", None)
        known = self.known.get(text)
        if known is None or self.status_unsure:
            self._query_unknown()
            return
        if known.steps[0].kind == "empty":
            self.portals[""] = UNSURE
            self._take("I")
        else:
            if self.status == "E":
                self.portals[""] = UNSURE  # what is refused in a failed block leaves the portal that there was
            else:
                self.portals.pop("", None)
            self._steps(known)
        self._ready()

    def _steps(self, known: Known) -> None:
        syntax = [step for step in known.steps if step.kind == "error" and step.name == "42601"]
        for step in syntax or known.steps:
            faults = self._aborted(may=step.ends_transaction) if not syntax else set()
            if known.params and not faults:
                faults = {"42P02"}
            if step.kind in ("error", "late error") and not faults:
                faults = {step.name}
            if faults:
                if step.kind == "late error" and self._peek()[0] == "T":
                    self._take("T")
                self._outcome((), faults, sure=True)
                return
            if not (self._simple_rows(step) if step.kind == "rows" else self._perform(step)):
                return

    def _simple_rows(self, step: Step) -> bool:
        if not self._outcome(("T",), (), sure=True):
            return False
        self._take("T")
        rows = step.rows(())
        if not self._expect(rows, Portal(step), step.columns):
            return False
        self._tag(f"SELECT {len(rows)}")
        return True

    def _query_unknown(self) -> None:
        """Results of any statements; after an error there is none."""
        self._lose_track()
        while self._peek()[0] != "Z":
            match self._peek()[0]:
                case "E":
                    self._error()
                    break
                case "I":
                    self._take("I")
                    break
                case "H":
                    if not self._copy(None):
                        break
                    continue
                case "T":
                    width = int.from_bytes(self._take("T")[:2])
                    self._rows(width)
                    if self._peek()[0] == "E":
                        continue
            self._take("C")
        self._ready()

    # ------------------------------------------------------------------------------------------------------ single steps

    def _perform(self, step: Step) -> bool:
        """A statement without rows; False: it has failed."""
        match step.kind:
            case "late error":
                return self._outcome((), (step.name,), sure=True)
            case "copy":
                return self._outcome(("H",), (), sure=True) and self._copy(step.rows(()))
            case "begin":
                self._tag("BEGIN", "START TRANSACTION")
                self.status = "T"
            case "commit" | "rollback":
                self._tag("ROLLBACK" if step.kind == "rollback" or self.status == "E" else "COMMIT")
                self._end_transaction()
            case "save" | "release" | "rollback to":
                return self._savepoint(step)
            case _:
                raise AssertionError(step)
        return True

    def _savepoint(self, step: Step) -> bool:
        if self.status == "I":
            return self._outcome((), ("25P01",), sure=True)
        if step.kind == "save":
            self._tag("SAVEPOINT")
            self.savepoints.append(step.name)
            return True
        if step.name not in self.savepoints or self.all_unsure:  # it may have been released where the model did not follow
            return self._unknown_savepoint()
        at = len(self.savepoints) - 1 - self.savepoints[::-1].index(step.name)
        if step.kind == "release":
            self._tag("RELEASE")
            del self.savepoints[at:]
            return True
        self._tag("ROLLBACK")
        del self.savepoints[at + 1 :]
        self.status, self.portals_unsure = "T", True
        return True

    def _unknown_savepoint(self) -> bool:
        """There is none of that name, unless the model did not follow."""
        if not self._outcome(("C",) if self.all_unsure else (), () if self.all_unsure else {"3B001"}, sure=not self.all_unsure):
            return False
        self._take("C")
        self._lose_track()
        return True

    def _tag(self, *tags: str) -> None:
        found = self._take("C")
        if found[:-1].decode() not in tags:
            raise Violation(f"CommandComplete says {found!r} instead of {tags}")

    def _interrupted(self) -> bool:
        """Has the statement been ended in the middle of its rows, by a cancel request or for lack of memory?"""
        if self._peek()[0] != "E":
            return False
        return not self._outcome((), WEATHER, sure=True)

    def _expect(self, rows: Rows, portal: Portal, columns: tuple[str, ...]) -> bool:
        """These rows and no others; False: it was interrupted."""
        formats = portal.formats or (0,) * len(columns)
        for row in rows:
            if self._interrupted():
                return False
            found = cells(self._take("D"))
            wanted = tuple(encoded(*one) for one in zip(row, columns, formats, strict=True))
            if found != wanted:
                raise Violation(f"row {found} instead of {wanted}")
        return not self._interrupted()

    def _rows(self, width: int | None) -> None:
        while self._peek()[0] == "D":
            found = len(cells(self._take("D")))
            width = found if width is None else width
            if found != width:
                raise Violation(f"a row of {found} values among others of {width}")

    def _copy(self, rows: Rows | None) -> bool:
        self._take("H")
        found = []
        while self._peek()[0] == "d":
            found.append(self._take("d"))
        if rows is not None and self._interrupted():
            return False
        if rows is None and self._peek()[0] == "E":
            return self._outcome((), (), sure=False)
        self._take("c")
        self._take("C")
        if rows is not None and found != ["\t".join(str(cell) for cell in row).encode() + b"\n" for row in rows]:
            raise Violation(f"copied {found} instead of {rows}")
        return True


def _spread(codes: tuple[int, ...], count: int) -> tuple[int, ...]:
    """One format code per value, as Bind means them."""
    return codes * count if len(codes) == 1 else codes or (0,) * count
