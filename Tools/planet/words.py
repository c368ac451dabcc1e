"""Invented names: a unique word for every mountain, and words to go with it."""

_LATIN = [c + v for c in "b d f g k l m n p r s t v z".split() for v in "a e i o u".split()]
_TAILS = "rn l x nd s th ck rt m lles".split()
_KATAKANA = list("カキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロ")
_CYRILLIC = [c + v for c in "б в г д к л м н п р с т".split() for v in "а е и о у".split()]

RUNS = ("Combe", "Grande Combe", "Piste", "Face", "Col", "Couloir", "Vallon", "Crête", "Forêt", "Plateau", "Retour",
        "Balcon", "Éperon", "Lac", "Pré", "Ruisseau", "Clairière", "Tour", "Mur", "Schuss", "Traverse", "Chemin",
        "Pointe", "Dôme", "Aiguille", "Rocher", "Arête", "Source", "Moulin", "Chapelle", "Bosse", "Ravin", "Sentier",
        "Fond", "Sommet", "Versant", "Cirque", "Glacier", "Refuge", "Belvédère", "Gorge", "Pente", "Virage", "Tunnel",
        "Passage", "Descente", "Ligne", "Boucle", "Étoile", "Aurore", "Ombre", "Nuage", "Neige", "Givre", "Brume",
        "Mélèze", "Sapin", "Épicéa", "Marmotte", "Chamois", "Renard", "Lièvre", "Aigle", "Loup", "Cerf", "Mouflon")


def mountain_word(number, script):
    """A word for a mountain: no two numbers below 10⁶ give the same one in the same script."""
    syllables = {"katakana": _KATAKANA, "cyrillic": _CYRILLIC}.get(script, _LATIN)
    scrambled = (number + 97) * 387_421 % 1_000_003  # a prime, so that no two numbers below it meet
    word = ""
    for _ in range(4):
        scrambled, digit = divmod(scrambled, len(syllables))
        word += syllables[digit]
    if script == "latin":
        word += _TAILS[number % len(_TAILS)]
    return word.capitalize()


def feature_name(index, word):
    """The name of the index-th named feature of a mountain."""
    turn, place = divmod(index, len(RUNS))
    return f"{RUNS[place]} {word}" + (f" {turn + 1}" if turn else "")
