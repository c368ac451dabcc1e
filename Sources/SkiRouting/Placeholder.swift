import SkiGeo
