"""The plan of the sample mountain: its places, runs and lifts, as a table."""

AREA_NAME = "Montsoleil (invented)"
ATTRIBUTION = "SkiRoute sample, CC0"

# Places runs start and end at, in metres east and north of the centre.
HUBS = {
    "GS": (-1480, 1500),  # Grand Soleil, the summit
    "GP": (-1130, -40),  # Grand Plateau
    "MS": (-900, -1500),  # Plan Soleil, the mid-station
    "PM": (-1950, -1000),  # Plan des Marmottes
    "MT": (-3150, 20),  # Pointe des Marmottes
    "CV": (-560, 1330),  # Col du Vent
    "ML": (540, 1700),  # Mont Lune
    "VP": (-380, 2850),  # Vallon Perdu
    "CR": (330, 330),  # the Crête
    "FC": (1130, -1000),  # Fond de Combe
    "FO": (1330, -800),  # foot of the Ours chair
    "CO": (1740, 900),  # Col de l'Ours
    "TN": (2640, 500),  # Tête Noire
    "TB": (2120, -280),  # foot of the Tête Noire
    "MX": (2480, -980),  # top of the Aurore
    "LS": (1500, -2560),  # La Scierie
    "MZ": (150, -1620),  # Les Mélèzes
    "TE": (420, -2790),  # the town, east: foot of the funicular
    "TC": (-230, -2800),  # the town: foot of the gondola
    "W1": (-640, -2640),  # three places on the upper edge of the Front de neige
    "W2": (-500, -2610),
    "W3": (-360, -2620),
    "OT": (-1240, -1090),  # top of the Œillets
    "SN": (-2330, -640),  # top of the children's drag lift
    "X1": (-3650, -350), "X2": (-3500, -1450),  # ends of what is no run to ski down
    "X3": (-2750, -1500), "X4": (-2550, -2450),
    "X5": (-1420, -140), "X6": (-1640, -640),
    "X7": (-2750, -850), "X8": (-2900, -1250),
}

# key, name, ref, grade in the data, grade it is built to, from, to, other tags.
# Built to: a band of gradients, or a number: beside the straight line between the ends, that far to the left.
# A place is a hub, "hub+n" or "hub+n/heading" (n metres beside it, no shared vertex), or "@run:share" (that far along a
# run, in its middle, sharing a vertex) or "@run:share:n" (stopping n metres short of it).
RUNS = [
    ("solaire", "La Solaire", "1", "intermediate", "intermediate", "GS", "GP", {}),
    ("couloir", "Couloir du Soleil", "2", "expert", "advanced", "GS+12/-90", "GP+18/100", {"piste:grooming": "mogul"}),
    ("ouest", "Face Ouest", "3", "advanced", "advanced", "GS+7", "PM+14/100", {"piste:grooming": "backcountry"}),
    ("balcon", "Le Balcon", "4", "intermediate", "intermediate", "GS+14/90", "CV", {}),
    ("vent", "Le Vent", "5", "intermediate", "intermediate", "CV", "GP", {}),
    ("perdu", "Vallon Perdu", "6", "easy", "easy", "CV", "VP", {}),
    ("vnoir", "Vallon Noir", "7", "advanced", "advanced", "@perdu:0.16", "VP+24/60", {}),
    ("eclipse", "Éclipse", "8", "advanced", "advanced", "ML", "@vent:0.75:9", {}),
    ("cachee", "Face Cachée", "9", "expert", "expert", "ML+6", "VP", {"piste:grooming": "no", "gladed": "no"}),
    ("gentianes", "Les Gentianes", "12", "advanced", 30, "GP+22/-100", "MS+18/70", {}),
    ("stade", "Stade Paul-Émile", "13", "advanced", -30, "GP+24/-140", "MS+18/120", {"lit": "yes"}),
    ("bleue", "Grande Bleue", "11", "easy", "easy", "GP", "MS", {"piste:grooming": "classic"}),
    ("plateau", "Le Plateau", "14", "easy", "easy", "GP", "PM", {}),
    ("pre", "Le Pré", "15", "easy", "novice", "PM", "MS", {}),
    ("ruisseau", "Ruisseau", "16", "intermediate", "intermediate", "PM", "W1", {}),
    ("marmotte", "Marmotte", "17", "easy", "easy", "MT", "PM", {}),
    ("sifflet", "Sifflet", "18", "intermediate", "intermediate", "MT+8", "PM+9", {}),
    ("terrier", "Terrier", "19", "advanced", "advanced", "MT+12/-80", "@sifflet:0.72:6", {}),
    ("edelweiss", "Edelweiß", "20", "intermediate", "intermediate", "MT", "@ruisseau:0.4:7", {}),
    ("retour", "Retour Village", "21", "easy", "easy", "MS", "W2", {"lit": "yes"}),
    ("noire", "Noire du Village", "22", "advanced", "advanced", "MS+9", "W3", {"piste:type": "downhill;skitour"}),
    ("dames", "Chemin des Dames", "23", "intermediate", "intermediate", "MS", "W3", {}),
    ("bretelle", "Ski run", None, None, "intermediate", "GP+30/-75", "@gentianes:0.8:8", {}),
    ("cbleue", "Crête Bleue", "25", "easy", "easy", "CR", "FC", {}),
    ("crouge", "Crête Rouge", "26", "intermediate", "intermediate", "CR+7", "FC+10", {}),
    ("arete", "L'Arête", "27", "advanced", "advanced", "CR+5", "@crouge:0.8:9", {}),
    ("milieu", "Le Milieu", "28", "easy", "easy", "CR", "MZ", {}),
    ("traversee", "Traversée de la Crête", "29", "easy", "easy", "CR+9", "MS+12", {}),
    ("liaison", "Grande Liaison", "30", "easy", "easy", "GP", "MZ", {}),
    ("melezes", "Les Mélèzes", "31", "easy", "easy", "MZ", "TE", {}),
    ("petit", "Petit Mélèze", "32", None, "intermediate", "MZ+14/-100", "TE+12/120", {}),
    ("brun", "Ours Brun", "34", "easy", "easy", "CO", "FO", {}),
    ("noir", "Ours Noir", "35", "advanced", "advanced", "CO+8", "FO+12", {}),
    ("blanc", "Ours Blanc", "36", None, "intermediate", "CO+15/-110", "@brun:0.7:9", {}),
    ("vers", "Vers la Tête Noire", "37", "easy", "easy", "CO+10", "TB", {}),
    ("lune", "Lune Rousse", "10", "intermediate", "intermediate", "ML", "TB+13", {}),
    ("tete", "Tête Noire", "38", "intermediate", "intermediate", "TN", "TB+8", {}),
    ("rhodo", "Rhododendron", "39", "easy", "easy", "TN", "TB", {}),
    ("combe", "La Combe Noire", "40", "advanced", "advanced", "TN+7", "MX+9", {}),
    ("epicea", "L'Épicéa", "41", "easy", "easy", "TB+10/200", "FC", {}),
    ("passerelle", "Passerelle", "42", "intermediate", "intermediate", "TB+18/-60", "MX", {}),
    ("bucherons", "Bûcherons", "43", "intermediate", "intermediate", "MX", "LS", {}),
    ("jonction", "Jonction", "44", "easy", "easy", "MX+16/180", "FC+13", {}),
    ("fond", "Le Fond", "45", "easy", "easy", "FC", "LS", {}),
    ("est", "Retour Est", "46", "intermediate", "intermediate", "FC+8", "TE", {}),
    ("bois", "Bois Noir", "47", "easy", "easy", "MZ", "@fond:0.85", {}),
    ("chemin", "Chemin de la Scierie", "48", "novice", "flat", "LS", "TE", {}),
    ("oeillets", "Les Œillets", None, "easy", "easy", "OT", "MS+20/60", {}),
    ("enfants", "Pré des Enfants", None, "novice", 4, "@pre:0.5", "@pre:0.85", {}),
    ("neige", "雪だるま", None, "easy", "easy", "SN", "PM", {"name:fr": "Bonhomme de neige"}),
    ("lien", "Liaison du Front", None, None, "connection", "TE", "TC", {"piste:type": "connection"}),
    ("ancienne", "Ancienne Noire", None, "advanced", "advanced", "X1", "X2", {"disused:piste:type": "downhill"}),
    ("luge", "Luge du Ruisseau", None, None, "easy", "X3", "X4", {"piste:type": "sled"}),
    ("raquettes", "Sentier des Raquettes", None, None, "easy", "X5", "X6", {"piste:type": "hike"}),
    ("passage", "Passage", None, None, "easy", "X7", "X8", {"piste:type": "yes"}),
    ("lien2", "Liaison du Fond", None, None, "connection", "FO", "FC", {"piste:type": "connection", "oneway": "no"}),
]

# key, name, kind, foot, top, metres of foot and top from the nearest run, other tags (in raw OSM's words).
LIFTS = [
    ("montsoleil", "Montsoleil", "gondola", "TC", "GP", 22, 8,
     {"aerialway:occupancy": "10", "aerialway:capacity": "2800", "aerialway:duration": "11", "aerialway:detachable": "yes"}),
    ("funi", "Funiculaire du Village", "funicular", "TE", "MZ", 18, 10, {"aerialway:duration": "4:30"}),
    ("soleil", "Grand Soleil", "cable_car", "GP", "GS", 26, 6,
     {"aerialway:occupancy": "80", "aerialway:duration": "5:30", "aerialway:capacity": "900"}),
    ("marmottes", "Marmottes", "chair_lift", "PM", "MT", 16, 0,
     {"aerialway:occupancy": "8", "aerialway:bubble": "yes", "aerialway:heating": "yes", "oneway": "yes"}),
    ("crete", "Crête", "chair_lift", "FC", "CR", 14, 5,
     {"aerialway:occupancy": "6", "aerialway:detachable": "yes", "aerialway:capacity": "3000"}),
    ("ours", "Col de l'Ours", "chair_lift", "FO", "CO", 12, 7,
     {"aerialway:occupancy": "4", "aerialway:capacity": "2200"}),
    ("vallon", "Vallon Perdu", "chair_lift", "VP", "ML", 20, 9,
     {"aerialway:occupancy": "2", "aerialway:capacity": "1200", "aerialway:detachable": "no"}),
    ("aurore", "Aurore", "mixed_lift", "LS", "MX", 31, 11, {"aerialway:occupancy": "8", "aerialway:duration": "7"}),
    ("tete", "Tête Noire", "t-bar", "TB", "TN", 10, 4, {"aerialway:occupancy": "2"}),
    ("vent", "Col du Vent", "platter", "GP", "CV", 17, 12, {"aerialway:capacity": "800"}),
    ("oeillets", "Œillets", "j-bar", "MS", "OT", 15, 6, {}),
    ("neige", "Снегурочка", "drag_lift", "PM", "SN", 24, 5, {"name:fr": "La Fée des neiges"}),
    ("corde", "Corde des Oursons", "rope_tow", "R0", "R1", None, None, {}),
    ("tapis", "Tapis des Oursons", "magic_carpet", "C0", "C1", None, None, {"aerialway:capacity": "1000"}),
    ("avenir", "Avenir", "chair_lift", "TE", "FC", 28, 9, {"aerialway:occupancy": "6", "construction:aerialway": "chair_lift"}),
]

# Ends of the two lifts inside the children's meadow.
MEADOW_LIFTS = {"R0": (-560, -2745), "R1": (-585, -2655), "C0": (-470, -2760), "C1": (-462, -2690)}

# key, name, kind of spot, place.
HUTS = [
    ("refuge", "Refuge du Grand Soleil", (-1500, 1465)),
    ("chalet", "Chalet du Vallon Perdu", (-345, 2815)),
    ("buvette", "Buvette de la Crête", (365, 300)),
    ("cabane", "Cabane des Mélèzes", (190, -1600)),
    ("ferme", "Ferme du Plateau", (-1085, -95)),
]
