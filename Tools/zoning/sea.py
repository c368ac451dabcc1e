"""Gives the cells of the sea to the zones of the nearest land."""

import numpy

CELLS_PER_DEGREE = 2  # the sea is divided no finer: half a degree


def coarse(runs, cells_per_degree):
    """A grid of half degrees: the zone with most cells in each, -1 where there is only sea."""
    size = cells_per_degree // CELLS_PER_DEGREE
    grid = numpy.full((180 * CELLS_PER_DEGREE, 360 * CELLS_PER_DEGREE), -1, dtype=numpy.int64)
    for row in range(grid.shape[0]):
        block = raster(runs, row * size, (row + 1) * size, cells_per_degree)
        block = block.reshape(size, grid.shape[1], size)
        for column in numpy.flatnonzero((block >= 0).any(axis=(0, 2))):
            cells = block[:, column, :]
            grid[row, column] = numpy.bincount(cells[cells >= 0]).argmax()
    return grid


def raster(runs, first, last, cells_per_degree):
    """The zones of the rows first ..< last as a grid, -1 where there is only sea."""
    grid = numpy.full((last - first, 360 * cells_per_degree), -1, dtype=numpy.int16)
    part = runs.of_rows(first, last)
    for row, begin, end, zone in zip(*(column.tolist() for column in (part.rows, part.begins, part.ends, part.zones))):
        grid[row - first, begin:end] = zone
    return grid


def directions(rows, columns, height, width):
    """The middles of cells of a grid over the globe as vectors of whole numbers, so that no machine rounds a distance differently."""
    latitude = ((rows + 0.5) / height - 0.5) * numpy.pi
    longitude = ((columns + 0.5) / width - 0.5) * 2 * numpy.pi
    vector = numpy.stack((numpy.cos(latitude) * numpy.cos(longitude), numpy.cos(latitude) * numpy.sin(longitude), numpy.sin(latitude)))
    return numpy.rint(vector * (1 << 20)).astype(numpy.int64)


def filled(grid):
    """The grid with each cell of the sea in the zone of the nearest cell on land, by the distance on the sphere."""
    height, width = grid.shape
    sea = grid < 0
    beside = numpy.roll(sea, 1, 1) | numpy.roll(sea, -1, 1)
    beside[1:] |= sea[:-1]
    beside[:-1] |= sea[1:]
    coast = numpy.nonzero(~sea & beside)
    zones, vectors = grid[coast], directions(*coast, height, width)
    result = grid.copy()
    for row in range(height):
        columns = numpy.flatnonzero(sea[row])
        if columns.size:
            x, y, z = directions(numpy.full(columns.size, row), columns, height, width)
            near = x[:, None] * vectors[0] + y[:, None] * vectors[1] + z[:, None] * vectors[2]
            result[row, columns] = zones[near.argmax(axis=1)]
    return result
