extension CSVColumn.Field {
  /// The quantities with a number, accuracies before dilutions.
  static let measured: [CSVColumn.Field] = [
    .elevation, .horizontalAccuracy, .verticalAccuracy, .horizontalDilution, .speed, .speedAccuracy, .course,
    .courseAccuracy, .sequence,
  ]
}

extension TrackDraft {
  /// Takes a number of a column or property, in metres, degrees or metres per second; a dilution gives an accuracy where
  /// there is none.
  mutating func take(_ value: Double, as field: CSVColumn.Field) {
    switch field {
    case .elevation: elevationMetres = value
    case .horizontalAccuracy: horizontalAccuracyMetres = value
    case .verticalAccuracy: verticalAccuracyMetres = value
    case .horizontalDilution:
      horizontalAccuracyMetres = horizontalAccuracyMetres ?? GPXConventions().metres(ofDilution: value)
    case .speed: speedMetresPerSecond = value
    case .speedAccuracy: speedAccuracyMetresPerSecond = value
    case .course: courseDegrees = value
    case .courseAccuracy: courseAccuracyDegrees = value
    case .sequence: sequence = UInt64(exactly: value)
    case .time, .date, .latitude, .longitude, .validity: break
    }
  }
}
