"""The promises of live sharing, checked against all that users send and receive."""

import dataclasses

AUDIENCES = {"hosts": {"dora"}, "trip": {"anna", "ben", "cleo", "dora"}, "ben": {"ben"}, "cleo": {"cleo"}}


@dataclasses.dataclass
class Grant:
    """A grant as its owner knows it."""

    name: str
    owner: str
    audience: str
    precision: str
    # "sent", then "given" after the acknowledgement; "open" when it failed, for it may hold or not; "ending"; "ended".
    state: str = "sent"

    def includes(self, viewer):
        return viewer in AUDIENCES[self.audience] and viewer != self.owner


class Model:
    """The grants, the reports, and the faults found."""

    def __init__(self):
        self.grants = {}
        self.written = {}  # the times of the fixes of each owner, with their coordinates
        self.stored = {}  # the time of the latest fix of each owner that is acknowledged as stored
        # The owners with a stop on its way, or whose stop failed: it may still end any of their grants.
        self.stopping = dict.fromkeys(("anna", "ben", "cleo"), 0)
        self.delivered = set()  # pairs of owner and viewer
        self.faults = []

    def fail(self, text):
        self.faults.append(text)

    def may_see(self, viewer, owner):
        """Returns whether a grant may hold that shows the owner exactly, and no block holds for certain."""
        grants = [g for g in self.grants.values() if g.owner == owner and g.includes(viewer)]
        if not self.stopping[owner] and any(g.precision == "hidden" and g.state == "given" for g in grants):
            return False
        return any(g.precision == "exact" and g.state != "ended" for g in grants)

    def must_see(self, viewer, owner):
        """Returns whether a grant holds for certain, and nothing else may change that."""
        grants = [g for g in self.grants.values() if g.owner == owner and g.includes(viewer)]
        if self.stopping[owner] or any(g.precision == "hidden" and g.state != "ended" for g in grants):
            return False
        return any(g.precision == "exact" and g.state == "given" for g in grants)

    def check(self, view, change):
        """Checks a received change, and applies it to the picture of the view."""
        owner = change["user"]
        if change["kind"] == "gone":
            view.picture.pop(owner, None)
            return
        name = f"{view.viewer} sees {owner}"
        if change["kind"] != "exact":
            self.fail(f"{name} as {change['kind']}, which no beat can have told yet (I7)")
            return
        self.delivered.add((owner, view.viewer))
        if not self.may_see(view.viewer, owner):
            self.fail(f"{name} without a grant (I1, I7)")
        known = self.written.get(owner, {}).get(change["observed"])
        if known is None:
            self.fail(f"{name} at a time that was never reported (I5)")
        elif abs(known[0] - change["latitude"]) > 0.002 or abs(known[1] - change["longitude"]) > 0.002:
            self.fail(f"{name} far from where the fix was (I5)")
        before = view.latest.get(owner)
        if before is not None and change["observed"] < before:
            self.fail(f"{name} earlier than before (I2)")
        view.latest[owner] = change["observed"]
        view.picture[owner] = (change["observed"], round(change["latitude"], 7), round(change["longitude"], 7))
