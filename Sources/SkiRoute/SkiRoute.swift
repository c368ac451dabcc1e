// One import for an app: maps, places, routes and questions about a day, recordings, guidance, and answers as text, JSON and pictures.

@_exported public import SkiAPI
@_exported public import SkiAnswers
@_exported public import SkiBase
@_exported public import SkiGraph
@_exported public import SkiNavigation
@_exported public import SkiRouting
@_exported public import SkiTracks
