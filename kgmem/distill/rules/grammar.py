"""The small words of English that tell how a verb is put, and words that name nobody."""

from __future__ import annotations

ADVERBS = frozenset(
    "just really finally also still always recently actually now already even currently totally absolutely honestly "
    "both all officially truly ever so definitely probably only mostly usually often sometimes personally kinda sorta "
    "simply newly apparently then soon since literally generally generally eventually lately quickly once today "
    "yesterday basically especially accidentally secretly proudly successfully happily".split()
)
BE = frozenset("am is are 'm 're isn't aren't ain't im".split())
WAS = frozenset("was were wasn't weren't".split())
HAVE = frozenset("have has 've haven't hasn't ive".split())
HAD = frozenset("had hadn't".split())
DO = frozenset("do does don't doesn't dont doesnt".split())
DID = frozenset("did didn't didnt".split())
WILL = frozenset("will 'll won't gonna shall".split())
MODAL = frozenset(
    "would could should might may must 'd wouldn't couldn't shouldn't can can't cannot cant mightn't".split()
)
NEGATIONS = frozenset("not never dont doesnt didnt cant cannot ain't".split())
CALLED_SO = frozenset("mum mom mama dad papa grandma grandpa granny nana grandad granddad mother father".split())
"""Relatives whom people call by what they are to them."""
NO_NAMES = frozenset(
    "the this that these those it he she they there here what who when where why how if and but so then yes no a an "
    "my our your his her their its some any all every each many most people everyone nobody everything something "
    "nothing life love music art dance dancing nature family friends work time today yesterday tomorrow now thanks "
    "congrats congratulations wow hey hi oh ok okay sure glad great good nice cool awesome amazing please let just "
    "also "
    "still maybe perhaps because while since after before once as at in on for with to of from by i'm i've one two "
    "three "
    "not never always hope hopefully sounds looks seems guess let's there's that's it's what's who's yeah yep nope "
    "well "
    "ugh argh yay phew damn gosh hmm nah whew lol haha omg both another other others such same god christmas dogs "
    "cats kids children books reading writing "
    "being having doing definitely absolutely totally honestly exactly right true agreed update news note "
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september "
    "neither nor none few hardly barely someone somebody anyone anybody no-one whoever each several either "
    "october november december summer winter spring autumn like my".split()
)
"""Words that stand capitalised at the start of a sentence and name nobody."""
