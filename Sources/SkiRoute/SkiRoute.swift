// One import for an app: maps, places, routes and questions about a day, recordings, guidance, and answers as text, JSON and pictures.

@_exported public import SkiContract
@_exported public import SkiGeo
@_exported public import SkiGraph
@_exported public import SkiModel
@_exported public import SkiNavigation
@_exported public import SkiReports
@_exported public import SkiRouting
@_exported public import SkiTracks
