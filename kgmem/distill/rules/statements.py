"""Short third-person sentences, built from the parts of a claim. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Wording(NamedTuple):
    """How a predicate reads with subject {s} and object {o}: now, become so, over or denied, in the past."""

    is_: str
    change: str
    over: str
    denied: str
    was: str


STATES: Mapping[str, Wording] = {
    name: Wording(*(part.strip() for part in line.split("|")))
    for name, line in {
        "lives_in": "{s} lives in {o} | {s} moved to {o} | {s} no longer lives in {o} | {s} does not live in {o} | "
                    "{s} used to live in {o}",
        "works_at": "{s} works at {o} | {s} started to work at {o} | {s} no longer works at {o} | "
                    "{s} does not work at {o} | {s} used to work at {o}",
        "works_as": "{s} works as {o} | {s} became {o} | {s} no longer works as {o} | {s} does not work as {o} | "
                    "{s} used to work as {o}",
        "studies_at": "{s} studies at {o} | {s} started to study at {o} | {s} no longer studies at {o} | "
                      "{s} does not study at {o} | {s} used to study at {o}",
        "owns": "{s} owns {o} | {s} got {o} | {s} no longer owns {o} | {s} does not own {o} | {s} used to own {o}",
        "has": "{s} has {o} | {s} got {o} | {s} no longer has {o} | {s} does not have {o} | {s} had {o}",
        "plays": "{s} plays {o} | {s} took up {o} | {s} no longer plays {o} | {s} does not play {o} | "
                 "{s} used to play {o}",
        "uses": "{s} uses {o} | {s} started to use {o} | {s} no longer uses {o} | {s} does not use {o} | "
                "{s} used to use {o}",
        "married_to": "{s} is married to {o} | {s} married {o} | {s} is no longer married to {o} | "
                      "{s} is not married to {o} | {s} was married to {o}",
        "engaged_to": "{s} is engaged to {o} | {s} got engaged to {o} | {s} is no longer engaged to {o} | "
                      "{s} is not engaged to {o} | {s} was engaged to {o}",
        "dating": "{s} is dating {o} | {s} started dating {o} | {s} is no longer with {o} | {s} is not dating {o} | "
                  "{s} used to date {o}",
        "has_condition": "{s} has {o} | {s} got {o} | {s} no longer has {o} | {s} does not have {o} | "
                         "{s} had {o}",
        "member_of": "{s} is a member of {o} | {s} joined {o} | {s} left {o} | {s} is not a member of {o} | "
                     "{s} was a member of {o}",
        "likes": "{s} likes {o} | {s} likes {o} | {s} no longer likes {o} | {s} does not like {o} | "
                 "{s} used to like {o}",
        "dislikes": "{s} dislikes {o} | {s} dislikes {o} | {s} no longer dislikes {o} | {s} does not mind {o} | "
                    "{s} used to dislike {o}",
        "prefers": "{s} prefers {o} | {s} prefers {o} | {s} no longer prefers {o} | {s} does not prefer {o} | "
                   "{s} used to prefer {o}",
        "plans": "{s} plans to {o} | {s} plans to {o} | {s} no longer plans to {o} | {s} does not plan to {o} | "
                 "{s} planned to {o}",
        "plans_thing": "{s} has planned {o} | {s} has planned {o} | {s} gave up the plan of {o} | "
                       "{s} does not plan {o} | {s} had planned {o}",
        "name": "{s} is called {o} | {s} is now called {o} | {s} is no longer called {o} | {s} is not called {o} | "
                "{s} was called {o}",
        "status": "{s} is {o} | {s} is now {o} | {s} is no longer {o} | {s} is not {o} | {s} was {o}",
        "price": "the price of {s} is {o} | the price of {s} is now {o} | the price of {s} is no longer {o} | "
                 "the price of {s} is not {o} | the price of {s} was {o}",
        "deadline": "the deadline of {s} is {o} | the deadline of {s} is now {o} | "
                    "the deadline of {s} is no longer {o} | the deadline of {s} is not {o} | the deadline of {s} "
                    "was {o}",
        "version": "{s} is at version {o} | {s} is now at version {o} | {s} is no longer at version {o} | "
                   "{s} is not at version {o} | {s} was at version {o}",
        "dose": "the dose of {s} is {o} | the dose of {s} is now {o} | the dose of {s} is no longer {o} | "
                "the dose of {s} is not {o} | the dose of {s} was {o}",
        "quantity": "{s}: {o} | {s}: now {o} | {s}: no longer {o} | {s}: not {o} | {s}: {o} before",
        "phone": "the phone number of {s} is {o} | the phone number of {s} is now {o} | "
                 "the phone number of {s} is no longer {o} | the phone number of {s} is not {o} | "
                 "the phone number of {s} was {o}",
        "email": "the email of {s} is {o} | the email of {s} is now {o} | the email of {s} is no longer {o} | "
                 "the email of {s} is not {o} | the email of {s} was {o}",
    }.items()
}  # fmt: skip


def state(predicate: str, subject: str, object: str, *, negated: bool, ended: bool, changed: bool, past: bool) -> str:
    """The statement of a state, a preference or a plan."""
    wording = STATES.get(predicate)
    if wording is None:
        verb = predicate.replace("_", " ")
        return f"it is not so that {subject} {verb} {object}" if negated else f"{subject} {verb} {object}"
    template = (
        wording.over if negated and ended
        else wording.denied if negated
        else wording.was if past
        else wording.change if changed
        else wording.is_
    )  # fmt: skip
    return _plural(template, subject).format(s=subject, o=object)


def several(subject: str) -> bool:
    """Whether a subject is several people ("Dana's parents")."""
    return "'s " in subject and subject.split()[-1].casefold() in _SEVERAL


def _plural(template: str, subject: str) -> str:
    """The verb as a subject of several people takes it."""
    if not several(subject):
        return template
    for one, many in (("lives", "live"), ("works", "work"), ("likes", "like"), ("has ", "have "), ("owns", "own"),
                      ("plays", "play"), ("plans", "plan"), ("does not", "do not"), ("is ", "are "),
                      ("prefers", "prefer"), ("studies", "study"), ("was ", "were ")):  # fmt: skip
        template = template.replace("{s} " + one, "{s} " + many).replace("no longer " + one, "no longer " + many)
    return template


_SEVERAL = frozenset("parents kids children sons daughters sisters brothers siblings grandparents twins dogs cats "
                     "cousins in-laws grandkids grandchildren puppies kittens pets".split())  # fmt: skip


def action(subject: str, verb: str, object: str) -> str:
    """The statement of something done: the verb as the text has it."""
    return f"{subject} {verb} {object}"
