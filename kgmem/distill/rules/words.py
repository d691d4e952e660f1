"""The words the rules know: closed lists, so that what is claimed can be read off and added to."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RELATIVES = _words(
    "sister brother sibling siblings sisters brothers mom mum mother mama dad father papa parents husband wife spouse "
    "partner girlfriend boyfriend fiance fiancé fiancee fiancée son sons daughter daughters kid kids child children "
    "baby twins grandmother grandma granny gran nan nana grandpa grandfather granddad grandparents grandson "
    "granddaughter grandkids grandchildren aunt auntie uncle cousin cousins niece nephew stepson stepdaughter stepdad "
    "stepmom ex friend buddy roommate flatmate housemate boss manager supervisor mentor colleague coworker neighbour "
    "neighbor teacher coach doctor therapist landlord eldest oldest youngest tenant client assistant intern student "
    "family in-laws "
    "mother-in-law father-in-law sister-in-law brother-in-law bestie"
)
"""Whom "my ..." can name as a person."""

PETS = _words(
    "dog dogs cat cats puppy puppies pup pups kitten kittens hamster hamsters rabbit rabbits bunny parrot parrots "
    "turtle turtles tortoise tortoises horse horses pony goldfish fish snake snakes lizard gecko chickens hens hen "
    "goat goats guinea-pig ferret budgie cow cows pet pets labrador retriever beagle poodle terrier husky"
)
VEHICLES = _words(
    "car cars bike bikes bicycle motorbike motorcycle scooter van truck boat sailboat kayak canoe caravan camper "
    "campervan tractor suv minivan moped yacht convertible jeep sedan skateboard surfboard e-bike prius tesla panda"
)
HOMES = _words(
    "house flat apartment condo cabin cottage home studio farm farmhouse houseboat land garden greenhouse shed "
    "villa bungalow townhouse allotment"
)
INSTRUMENTS = _words(
    "piano guitar violin cello drums drumkit saxophone trumpet flute clarinet ukulele harp keyboard bass banjo "
    "accordion harmonica synthesizer viola trombone oboe mandolin"
)
GAMES = _words(
    "tennis football soccer basketball volleyball baseball hockey rugby cricket golf badminton squash chess poker "
    "bridge handball padel softball lacrosse billiards darts"
)
DEVICES = _words(
    "laptop phone smartphone iphone tablet ipad camera telescope console computer pc macbook printer headphones "
    "headset tv drone smartwatch watch kindle microphone monitor router server playstation xbox switch projector "
    "oven fridge dishwasher tent sofa couch desk bookshelf necklace ring jacket shoes lens tripod mixer blender "
    "treadmill loom kiln easel aquarium terrarium mouse speaker mower drill chainsaw collection wheelchair machine "
    "watch"
)
BUSINESSES = _words(
    "business shop store bakery restaurant cafe café company startup bookshop bookstore brewery gallery salon firm "
    "agency workshop boutique bar pub hotel franchise"
)
OWNABLE = PETS | VEHICLES | HOMES | INSTRUMENTS | DEVICES | BUSINESSES
"""What "have" and "got" must name to be owning, in strict mode."""

CONSUMABLES = _words(
    "milk bread groceries food coffee tea lunch dinner drinks drink beer wine ticket tickets stuff things supplies "
    "ingredients round flowers gift gifts present presents snacks pizza cake one ones some more everything"
)
"""What is bought without being owned for long."""

OCCUPATIONS = _words(
    "nurse doctor surgeon physician dentist vet veterinarian paramedic midwife pharmacist therapist physiotherapist "
    "psychologist psychiatrist counselor counsellor teacher professor lecturer tutor principal librarian student "
    "engineer developer programmer designer architect analyst accountant consultant manager director lawyer attorney "
    "solicitor judge paralegal carpenter plumber electrician mechanic welder technician operator machinist builder "
    "painter roofer mason driver pilot sailor captain firefighter policeman policewoman officer soldier detective "
    "chef cook baker waiter waitress barista bartender butcher farmer gardener florist fisherman beekeeper "
    "artist drummer guitarist pianist violinist bassist cellist musician singer dancer actor actress writer author "
    "novelist poet journalist reporter editor "
    "photographer filmmaker producer illustrator animator sculptor potter composer conductor scientist researcher "
    "biologist chemist physicist geologist economist statistician historian translator interpreter secretary "
    "receptionist assistant clerk cashier salesman salesperson realtor banker broker trader recruiter buyer planner "
    "coach trainer instructor referee athlete caretaker cleaner janitor nanny babysitter hairdresser barber tailor "
    "seamstress beautician courier postman intern apprentice freelancer entrepreneur founder owner ceo cto cfo "
    "lead supervisor foreman inspector administrator coordinator plasterer tiler blacksmith jeweller jeweler "
    "optician treasurer secretary chairman chairwoman president captain radiologist cardiologist anesthetist "
    "anaesthetist oncologist dietitian nutritionist optometrist tester "
    "scrum-master sysadmin maintainer youtuber streamer blogger surveyor curator archivist priest pastor nun monk "
    "politician mayor councillor diplomat social-worker social worker host guide locksmith glazier bookkeeper actuary"
) - {"social"}
"""Occupations by their last word: "software engineer" is one because "engineer" is."""

CONDITIONS = _words(
    "flu cold covid covid-19 fever cough asthma diabetes cancer leukemia migraine migraines arthritis anxiety "
    "depression insomnia pneumonia bronchitis anemia anaemia eczema psoriasis adhd add autism dyslexia epilepsy "
    "hypertension concussion infection allergy allergies injury fracture tendonitis tendinitis appendicitis "
    "tonsillitis sinusitis hepatitis measles mumps shingles chickenpox gastritis ulcer hernia gout lupus tinnitus "
    "vertigo sciatica scoliosis osteoporosis dementia alzheimer's parkinson's ptsd ocd bipolar celiac coeliac "
    "endometriosis hypothyroidism thyroid anorexia burnout sepsis stroke hay-fever intolerance sprain strain rash "
    "toothache headache headaches backache malaria mono glaucoma cataracts angina arrhythmia"
)
BODY = _words(
    "arm leg ankle wrist knee foot toe finger thumb hand hip shoulder elbow back neck nose rib ribs collarbone jaw "
    "hamstring calf thigh shin tooth skull pelvis achilles ligament acl meniscus groin tailbone heel"
)
HURT = {
    "broke": "broken", "broken": "broken", "fractured": "fractured", "sprained": "sprained", "twisted": "twisted",
    "injured": "injured", "hurt": "hurt", "tore": "torn", "torn": "torn", "dislocated": "dislocated",
    "pulled": "pulled", "strained": "strained", "bruised": "bruised",
}  # fmt: skip
"""What was done to a part of the body, as a state of it."""

GROUPS = _words(
    "club team choir band society union league group chorus orchestra association committee board gym church squad "
    "troupe federation party network guild council ensemble academy co-op cooperative class forum crew chapter"
)

STATUSES = (
    "stuck open", "stuck closed", "back up", "out of service", "out of order", "out of stock", "under maintenance",
    "under repair", "under review", "on hold",
    "on schedule", "on track", "behind schedule", "in progress", "in transit", "in production", "back online",
    "back in service", "up and running", "sold out", "up to date", "ready for review", "offline", "online", "down",
    "closed", "open", "shut", "isolated", "running", "stopped", "broken", "fixed", "repaired", "green", "red",
    "failing", "passing", "finished", "completed", "complete", "cancelled", "canceled", "postponed", "delayed",
    "approved", "rejected", "pending", "blocked", "merged", "deployed", "released", "shipped", "delivered", "paid",
    "overdue", "full", "empty", "leaking", "tripped", "locked", "unlocked", "available", "unavailable", "archived",
    "deprecated", "obsolete", "decommissioned", "resolved", "confirmed", "suspended", "expired", "active", "inactive",
    "live", "jammed", "blown", "up", "stuck", "idle", "stable", "critical",
)  # fmt: skip
"""What a thing can be, longest first where one starts another."""

VAGUE = _words(
    "it this that these those them him her me us you something anything everything nothing someone anyone everyone "
    "one ones stuff thing things lot lots bit way ways time times fun part moment moments feeling feelings idea ideas "
    "sense kind sort some any all both more much many most few other another others here there same such what how "
    "why who whom where when well people person guy guys everybody somebody anybody nobody day days place places "
    "chance opportunity difference point progress step steps look luck blast vibe vibes myself ourselves yourself "
    "himself herself themselves each either neither none reason problem matter fact trouble care mind doubt so too "
    "again back up out off down over away around in on sure okay ok great good nice cool awesome amazing hard best "
    "picture pictures pic pics photo photos message messages mistake mistakes memory memories effort changes "
    "decision decisions note notes track right start break breath question questions say conversation news stage "
    "experience experiences journey side half while support advice suggestion suggestions recommendation tips tip "
    "dream dreams goal goals joy peace happiness love passion strength courage inspiration motivation comfort hope "
    "connection connections feedback response responses compliment compliments kind choice "
    "especially mostly even event events everywhere somewhere anywhere nowhere most addition positive new really "
    "super sign world life big list end rest "
    "view"
)
"""As the last word of an object, nothing a memory could use."""

NUMBER_WORDS = _words("two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty")
