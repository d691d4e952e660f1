"""What people did: past forms, the plain form that is the predicate, and what its object must look like."""

from __future__ import annotations

import re

ACTIONS = {
    past: base
    for base, pasts in {
        "accept": "accepted", "achieve": "achieved", "apply": "applied", "attend": "attended", "bake": "baked",
        "beat": "beat", "book": "booked", "build": "built", "cancel": "cancelled canceled", "catch": "caught",
        "celebrate": "celebrated", "change": "changed", "choose": "chose chosen", "clean": "cleaned",
        "climb": "climbed", "complete": "completed", "cook": "cooked", "create": "created", "decide": "decided",
        "decline": "declined", "deliver": "delivered", "deploy": "deployed", "design": "designed",
        "discover": "discovered", "donate": "donated", "draw": "drew drawn", "earn": "earned", "explore": "explored",
        "fail": "failed", "find": "found", "finish": "finished", "fix": "fixed", "give": "gave given",
        "graduate": "graduated", "harvest": "harvested", "hike": "hiked", "hire": "hired", "host": "hosted",
        "improve": "improved", "install": "installed", "interview": "interviewed", "invite": "invited",
        "knit": "knitted", "launch": "launched", "learn": "learned learnt", "lose": "lost", "make": "made",
        "meet": "met", "merge": "merged", "open": "opened", "order": "ordered", "organise": "organised organized",
        "paint": "painted", "pass": "passed", "perform": "performed", "pick": "picked", "plant": "planted",
        "publish": "published", "raise": "raised", "read": "read", "receive": "received", "record": "recorded",
        "redecorate": "redecorated", "refactor": "refactored", "release": "released", "renew": "renewed",
        "renovate": "renovated", "repair": "repaired", "replace": "replaced", "restore": "restored",
        "retire": "retired", "return": "returned", "ride": "rode ridden", "run": "ran", "sail": "sailed",
        "see": "saw", "sew": "sewed sewn", "sign": "signed", "start": "started began", "submit": "submitted",
        "swim": "swam", "take": "took taken", "teach": "taught", "test": "tested", "tour": "toured",
        "translate": "translated", "travel": "travelled traveled", "try": "tried", "visit": "visited",
        "volunteer": "volunteered", "watch": "watched", "win": "won", "write": "wrote written", "go": "went",
        "enrol": "enrolled", "register": "registered", "resign": "resigned", "quit": "quit", "reach": "reached",
        "calibrate": "calibrated", "inspect": "inspected", "patch": "patched", "migrate": "migrated",
        "prescribe": "prescribed", "drain": "drained", "isolate": "isolated",
        "postpone": "postponed", "reschedule": "rescheduled", "rent": "rented",
        "borrow": "borrowed", "lend": "lent", "assemble": "assembled", "rebuild": "rebuilt", "repaint": "repainted",
        "debug": "debugged", "rewrite": "rewrote rewritten", "review": "reviewed", "approve": "approved",
        "photograph": "photographed", "film": "filmed", "compose": "composed", "discharge": "discharged",
        "admit": "admitted", "treat": "treated", "administer": "administered", "stop": "stopped", "refuse": "refused",
        "reject": "rejected", "revert": "reverted", "rename": "renamed", "configure": "configured",
        "negotiate": "negotiated", "adjust": "adjusted", "lubricate": "lubricated", "weld": "welded",
        "commission": "commissioned", "shut": "shut", "restart": "restarted", "reset": "reset",
        "audit": "audited", "present": "presented", "defend": "defended", "rehearse": "rehearsed",
        "coach": "coached", "mentor": "mentored", "adapt": "adapted", "sketch": "sketched", "sculpt": "sculpted",
        "carve": "carved", "brew": "brewed", "assign": "assigned", "appoint": "appointed", "elect": "elected",
        "withdraw": "withdrew withdrawn", "vaccinate": "vaccinated", "close": "closed", "tighten": "tightened",
    }.items()
    for past in pasts.split()
}  # fmt: skip
"""Past form to plain form. The object follows the verb."""

_PRESENT = frozenset(
    "like hate enjoy prefer live own want think know wish teach lives "
    "works loves likes "
    "hates enjoys prefers owns plays studies teaches drives".split()
)
FINITE = (
    frozenset(ACTIONS)
    | _PRESENT
    | frozenset(
        "moved relocated settled bought purchased adopted got sold joined left married broke sprained hurt injured "
        "twisted fractured tore dislocated upgraded updated rolled bumped called signed planned hated loved liked "
        "grew founded handed caught recovered became gained ended felt thought wanted needed worked lived ate drank "
        "had took".split()
    )
)
"""Verb forms that open a clause whose subject is that of the clause before."""

BASE_FORMS = {
    "moving": "move", "flying": "fly", "visiting": "visit", "travelling": "travel", "traveling": "travel",
    "leaving": "leave", "starting": "start", "meeting": "meet", "hosting": "host", "getting": "get", "going": "go",
    "driving": "drive", "running": "run", "taking": "take", "having": "have", "seeing": "see", "opening": "open",
    "launching": "launch", "attending": "attend", "buying": "buy", "selling": "sell", "adopting": "adopt",
    "marrying": "marry", "performing": "perform", "presenting": "present", "releasing": "release", "joining": "join",
    "heading": "head", "throwing": "throw", "organizing": "organize", "organising": "organise", "hiking": "hike",
    "camping": "camp", "making": "make", "building": "build", "writing": "write", "quitting": "quit",
    "replacing": "replace", "upgrading": "upgrade", "migrating": "migrate", "shipping": "ship", "deploying": "deploy",
    "studying": "study", "learning": "learn", "teaching": "teach", "renovating": "renovate", "painting": "paint",
    "celebrating": "celebrate", "spending": "spend", "doing": "do", "competing": "compete", "holding": "hold",
    "planting": "plant", "training": "train", "volunteering": "volunteer", "expanding": "expand", "retiring": "retire",
}  # fmt: skip
"""Forms in -ing to plain forms, for plans."""

DEFINITE = frozenset(
    "visit move host open start launch marry join attend travel fly adopt buy sell organise organize build write paint "
    "renovate replace upgrade migrate ship deploy release submit present graduate retire volunteer perform compete "
    "publish study teach drive run celebrate throw install repair decommission hire plant".split()
)
"""Verbs definite enough that "will" with one of them is a plan without a date."""

LIGHT = frozenset(
    "be let try keep see do check send tell call think never get ask need say look always know remember "
    "love like miss stay feel find show help give bring wait stop continue work use enjoy hope want become cheer "
    "follow figure put happen definitely totally come admit support push consider pass catch share rock hit "
    "believe focus talk reach cherish hold end leave grow live take forget respond update message text leave "
    "listen guess bet lose".split()
)
"""Verbs that say too little of what will be done to be a plan, unless a date is given (or never)."""

DROPPABLE = re.compile(
    rf"(?:{'|'.join(sorted(FINITE - _PRESENT - {'read', 'beat', 'quit'}))}|been|quit my|can't stand|can't bear)\s",
    re.IGNORECASE,
)
"""Past forms before which chat and logs leave "I" out: "Replaced the seal on P-204"."""
