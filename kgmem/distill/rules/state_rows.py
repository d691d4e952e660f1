"""The table of states: where people live and work, what they own and play, whom they are with, how they are."""

from __future__ import annotations

from kgmem.distill.rules.patterns import row

_JOB = r"(?:my|a|the|her|his|their|our)\s+(?:[\w-]+\s+){0,3}(?:job|role|position|internship|apprenticeship|post|gig)"
_PART = (
    r"(?P<body>(?:left |right |lower |upper |big |little )?(?:arm|leg|ankle|wrist|knee|foot|toe|finger|thumb|hand|hip|"
    r"shoulder|elbow|back|neck|nose|ribs?|collarbone|jaw|hamstring|calf|tooth|acl|meniscus|heel))"
)
STATES = (
    # living
    row("lives_in", "fact", "plain do", r"lives?|resides?|live", "place"),
    row("lives_in", "fact", "be been", r"living|based|residing", "place"),
    row("lives_in", "fact", "have", r"lived", "place"),
    row("lives_in", "fact", "plain", r"lived|resided|grew up|was raised", "place", "was"),
    row("lives_in", "state_change", "plain have", r"moved (?:in)?to(?= (?:a|an|our|my) )", "home", "change"),
    row("lives_in", "fact", "plain have", r"moved (?:out of|away from)|left for good", "from_place", "end"),
    row("lives_in", "state_change", "plain have been",
         r"(?:moved|relocated|settled)(?: (?:back|over|out|up|down|here|away"
         r"|house))?(?: from [\w ]{1,20}?)?(?= (?:to|in|into) )",
         "place", "change"),
    # working
    row("works_at", "fact", "plain have be been",
         rf"(?:quit|left|lost|leaving) {_JOB} (?:at|with|in)|(?:resigned|retired) from|quit working (?:at|for)"
         rf"|(?:handed in|gave) (?:my |his |her )?notice (?:at|to)|"
         r"(?:laid off|let go|fired|dismissed) (?:from|by)|got (?:laid off|let go|fired|dismissed) (?:from|by)|"
         r"stopped working (?:at|for)|left work at", "organisation", "end"),
    row("works_at", "state_change", "plain have be been",
         rf"(?:started|began|got|landed|accepted|took|found|gotten|been offered) (?:{_JOB}) (?:at|with)|"
         r"(?:started|began) (?:working )?(?:at|for)|(?:was |got )?hired (?:by|at)", "organisation", "change"),
    row("works_at", "state_change", "plain have", r"joined(?=[\w' -]{1,40} as (?:a|an|the|their) )", "organisation",
         "change"),
    row("works_as", "fact", "plain do be been have", r"works? as|working as", "any_job"),
    row("works_as", "fact", "have been", r"worked as", "any_job"),
    row("works_as", "fact", "plain", r"worked as", "any_job", "was"),
    row("works_at", "fact", "plain do", r"works? (?:part[- ]time |full[- ]time )?(?:at|for)", "organisation"),
    row("works_at", "fact", "be been", r"working (?:part[- ]time |full[- ]time )?(?:at|for)|employed (?:at|by)",
         "organisation"),
    row("works_at", "fact", "have", r"worked (?:at|for)", "organisation"),
    row("works_at", "fact", "plain", r"worked (?:at|for)", "organisation", "was"),
    row("works_as", "state_change", "plain be have been", r"(?:got |been )?promoted to|became|become",
         "job", "change"),
    row("works_as", "state_change", "plain have", rf"(?:started|began|got) (?:working|{_JOB}) as",
         "any_job", "change"),
    row("studies_at", "fact", "be been", r"an? (?:[\w'-]+ ){0,4}(?:student|undergraduate|undergrad) at",
        "organisation"),
    row("works_as", "fact", "be been", r"(?=(?:an?|the|our|one of the|head|chief|lead|senior|junior) )", "job"),
    row("works_at", "state_change", "plain have",
         r"(?:accepted|got) (?:a|the|an) (?:[\w-]+ ){0,2}(?:job|offer|position)(?: offer)? (?:from|at|with)",
         "organisation", "change"),
    row("uses", "fact", "be been", r"using", "named"),
    row("uses", "fact", "plain have", r"(?:stopped|quit) using", "named", "end"),
    row("uses", "state_change", "plain have", r"switched(?: over)?(?: from [\w .+-]{1,30}?)? to", "named", "change"),
    # studying
    row("studies_at", "fact", "plain do be been",
         r"(?:doing|pursuing|finishing) (?:a|an|my|her|his) (?:PhD|master'?s|degree|bachelor'?s|doctorate|MBA|postdoc)"
         r"(?: degree)?(?: in [\w ]{1,30}?)? at", "organisation"),
    row("studies_at", "state_change", "plain have", r"started (?:school|college|university|uni|high school) at",
         "organisation", "change"),
    row("studies_at", "fact", "plain do be been", r"(?:study|studies|studying)(?: [\w ]{1,40}?)? at", "organisation"),
    row("studies_at", "fact", "plain do be",
         r"(?:go|goes|going) to(?= (?:[\w'.-]+ ){0,4}(?:university|college|academy|institute|school)\b)|attends?"
         r"(?= (?:[\w'.-]+ ){0,4}(?:university|college|academy|institute|school)\b)", "organisation"),
    row("studies_at", "state_change", "plain have",
         r"(?:started|enrolled|began|got in|got accepted)(?: studying)?(?: [\w ]{1,30}?)? (?:at|in|into|to)"
         r"(?= (?:[\w'.-]+ ){0,4}(?:university|college|academy|institute|school)\b)", "organisation", "change"),
    # people
    row("married_to", "state_change", "plain have", r"(?:got )?married(?: to)?", "partner", "change"),
    row("married_to", "state_change", "plain", r"(?:got |have )?married(?=$|\s)", "none", "change", fixed="{also}"),
    row("married_to", "fact", "be been", r"married to", "partner"),
    row("engaged_to", "fact", "be", r"engaged to", "partner"),
    row("engaged_to", "state_change", "plain have", r"got engaged to", "partner", "change"),
    row("engaged_to", "fact", "be", r"engaged(?=$)", "none", fixed="{also}"),
    row("married_to", "fact", "be", r"married(?=$)", "none", fixed="{also}"),
    row("dating", "fact", "be", r"(?:dating|in a relationship)(?=$)", "none", fixed="{also}"),
    row("dating", "fact", "be been", r"dating|going out with|in a relationship with", "partner"),
    row("dating", "fact", "been", r"seeing", "lover"),
    row("dating", "state_change", "plain have", r"(?:started|began) (?:dating|seeing)", "lover", "change"),
    row("dating", "fact", "plain have", r"broke up with|broken up with|split up with", "person", "end"),
    row("dating", "fact", "plain have", r"(?:broke|broken|split) up", "none", "end", fixed="{also}"),
    # health
    row("has_condition", "state_change", "plain have be been",
         r"(?:got |been )?diagnosed with|(?:came|come|coming) down with|caught", "condition", "change"),
    row("has_condition", "fact", "plain do have", r"suffers? from|suffered from", "any_condition"),
    row("has_condition", "fact", "plain have be been", r"recovered from|got over|gotten over|cured of",
         "condition", "end"),
    row("has_condition", "fact", "be", r"over(?= (?:the|my|a) )", "condition", "end"),
    row("has_condition", "state_change", "plain have", r"tested positive for", "any_condition", "change"),
    row("has_condition", "fact", "be been", r"(?:severely |very |really |deathly |mildly )?allergic to", "allergy"),
    row("has_condition", "state_change", "plain have",
         rf"(?P<hurt>broke|broken|fractured|sprained|twisted|injured|hurt|tore|torn|dislocated|pulled|strained"
         rf"|bruised) (?:my|his|her|their|an?|our) {_PART}\b",
         "none", "change", fixed="{hurt} {body}"),
    row("has_condition", "fact", "have", r"(?:got )?no", "condition", "not"),
    row("has_condition", "fact", "have plain do", r"(?:have |has |had )?(?:got )?", "condition"),
    # belonging
    row("member_of", "fact", "be been", r"(?:a |an )?(?:\w+ )?(?:member|part) of", "group"),
    row("member_of", "fact", "be", r"in(?= (?:a|an|the|my|our) )|on(?= (?:a|an|the|my|our) )", "group"),
    row("member_of", "fact", "plain do be been", r"plays? for|playing for|belongs? to|volunteers? (?:with|for)"
         r"|volunteering (?:with|for)", "club"),
    row("member_of", "fact", "plain do be been", r"plays? (?:\w+ )?(?:for|in|with|on)|playing (?:\w+ )?(?:for|in|with)"
         r"|sings? (?:in|with)|singing (?:in|with)", "group"),
    row("member_of", "fact", "plain do be been", r"volunteers? at|volunteering at", "organisation"),
    row("member_of", "state_change", "plain have", r"joined|(?:got|was) accepted into|got into", "group", "change"),
    row("member_of", "fact", "plain have", r"left|quit", "group", "end"),
    # owning
    row("owns", "fact", "plain do", r"owns?", "thing", listed=True),
    row("owns", "state_change", "plain have",
         r"(?:bought|purchased|adopted|rescued|inherited|treated myself to)(?: (?:myself|ourselves|me|us|himself"
         r"|herself))?",
         "bought", "change"),
    row("owns", "state_change", "plain", r"ended up (?:buying|adopting|getting)", "bought", "change"),
    row("owns", "fact", "plain have", r"sold|gave away|given away|got rid of|gotten rid of", "sold", "end"),
    row("owns", "state_change", "plain have", r"got|gotten|bought|opened|started|launched|founded", "owned", "change"),
    row("owns", "state_change", "plain have",
         r"got(?= (?:myself |ourselves )?(?:an?|my|our) (?:brand )?new (?!job|role|boss|manager|client|look|haircut"
         r"|perspective|start|friend|project|position))(?: myself| ourselves)?", "bought", "change"),
    row("owns", "state_change", "plain", r"(?:gave|got|bought) (?:me|us)", "owned", "change", to_speaker=True),
    row("owns", "fact", "have", r"(?:got )?no", "had_none", "not"),
    row("owns", "fact", "have", r"(?:got )?", "had", listed=True),
    row("owns", "fact", "do", r"have", "had", listed=True),
    row("owns", "fact", "plain do", r"runs?(?= (?:a|an|my|our|his|her|their) )", "owned"),
    row("plays", "fact", "plain have", r"(?:stopped|quit|gave up|given up) playing(?: the)?", "instrument", "end"),
    row("plays", "fact", "plain do be been", r"plays?(?: the)?|playing(?: the)?|learning(?: to play)?(?: the)?",
         "instrument", listed=True),
)  # fmt: skip
