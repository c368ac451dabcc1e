// The bodies of the row kernels, included once for each instruction set with VECTOR_WIDTH, NAME(x) and RSQRT(x) defined.
// Everything is by value and inlined; `kind` and `is_sharp` are constants wherever they are looked at.
#include <string.h>

#include "TerrainKernels.h"
#include "Kernels.h"

typedef float vf __attribute__((ext_vector_type(VECTOR_WIDTH)));
typedef int32_t vi __attribute__((ext_vector_type(VECTOR_WIDTH)));
typedef uint8_t vb __attribute__((ext_vector_type(VECTOR_WIDTH)));
typedef vf vf_anywhere __attribute__((aligned(4)));
typedef vi vi_anywhere __attribute__((aligned(4)));
typedef vb vb_anywhere __attribute__((aligned(1)));
#define INLINE static inline __attribute__((always_inline))

typedef struct {
  vf nw, n, ne, w, c, e, sw, s, se;
} Nine;

INLINE vi choose_bits(vi mask, vi yes, vi no) { return (mask & yes) | (~mask & no); }
INLINE vf choose(vi mask, vf yes, vf no) { return (vf)choose_bits(mask, (vi)yes, (vi)no); }
INLINE vf higher(vf a, vf b) { return choose(a > b, a, b); }
INLINE vf lower(vf a, vf b) { return choose(a < b, a, b); }
INLINE vf size(vf a) { return (vf)((vi)a & 0x7fffffff); }
INLINE vf load(const float *from) { return *(const vf_anywhere *)from; }
INLINE int any(vi mask) { return __builtin_reduce_or(mask) != 0; }

INLINE Nine neighbourhood(const float *middle, ptrdiff_t stride) {
  const float *north = middle - stride, *south = middle + stride;
  Nine h = {load(north - 1), load(north), load(north + 1), load(middle - 1), load(middle), load(middle + 1),
            load(south - 1), load(south), load(south + 1)};
  return h;
}

INLINE vf or_level(vf neighbour, vf centre) { return choose(neighbour == neighbour, neighbour, centre); }

// Voids made level with the sample in their middle.
INLINE Nine mended(Nine h) {
  Nine m = {or_level(h.nw, h.c), or_level(h.n, h.c), or_level(h.ne, h.c), or_level(h.w, h.c), h.c,
            or_level(h.e, h.c), or_level(h.sw, h.c), or_level(h.s, h.c), or_level(h.se, h.c)};
  return m;
}

// The arc tangent of 0...1, good to 2e-7; a polynomial fitted to the least greatest error.
INLINE vf arc_tangent_of_share(vf t) {
  vf s = t * t;
  vf p = s * ATAN_7 + ATAN_6;
  p = p * s + ATAN_5;
  p = p * s + ATAN_4;
  p = p * s + ATAN_3;
  p = p * s + ATAN_2;
  p = p * s + ATAN_1;
  p = p * s + ATAN_0;
  return p * t;
}

// Did not work: by way of the reciprocal root, which costs more steps than the machine's root takes.
INLINE vf root(vf square) { return __builtin_elementwise_sqrt(square); }

// The angle of a gradient to the horizontal: 0...pi/2.
INLINE vf slope_angle(vf gradient) {
  vf angle = arc_tangent_of_share(lower(gradient, (vf)1) / higher(gradient, (vf)1));
  return choose(gradient > 1, 1.57079633f - angle, angle);
}

// The angle of (x, y) from the x axis, y not negative: 0...pi.
INLINE vf half_turn_angle(vf y, vf x) {
  vf a = size(x);
  vf angle = arc_tangent_of_share(lower(a, y) / higher(higher(a, y), (vf)1e-30f));
  angle = choose(y > a, 1.57079633f - angle, angle);
  return choose(x < 0, 3.14159265f - angle, angle);
}

// How the ground falls to the east and to the north.
typedef struct {
  vf east, north;
} Fall;

INLINE Fall fall(int is_sharp, Nine h, const struct terrain_row *row) {
  // Differences first: heights are large beside them.
  vf east = h.w - h.e, north = h.s - h.n;
  if (!is_sharp) {
    east = east * 2 + ((h.nw - h.ne) + (h.sw - h.se));
    north = north * 2 + ((h.sw - h.nw) + (h.se - h.ne));
  }
  Fall f = {east * row->east, north * row->north};
  return f;
}

// 1...255, not rounded.
INLINE vf brightness(enum terrain_kind style, Fall f, const struct terrain_look *look) {
  vf square = f.east * f.east + f.north * f.north;
  vf shortening = RSQRT(square + 1);
  if (style == TERRAIN_SHADE_MULTIPLE) {
    // Facing each light, twice the weight.
    const float tiny = 1e-12f, diagonal = look->cosine * 0.70710678f;
    vf to_south_west = square * 0.5f + f.east * f.north;
    vf sum = to_south_west * higher(look->sine - (f.east + f.north) * diagonal, (vf)0);
    sum += f.east * f.east * higher(look->sine - f.east * look->cosine, (vf)0);
    sum += (square - to_south_west) * higher(look->sine + (f.north - f.east) * diagonal, (vf)0);
    sum += f.north * f.north * higher(look->sine + f.north * look->cosine, (vf)0);
    const float level = look->sine > 0 ? look->sine : 0;
    return (sum + 2 * tiny * level) / (square + tiny) * shortening * 127 + 1;
  }
  vf light = (f.east * look->to_east + f.north * look->to_north + look->sine) * shortening;
  if (style == TERRAIN_SHADE_COMBINED) {
    light = lower(higher(light, (vf)-1), (vf)1);
    vf from_light = half_turn_angle(root(1 - light * light), light);
    vf slope = slope_angle(root(square));
    light = 1 - from_light * slope * 0.405284735f;
  }
  return higher(light, (vf)0) * 254 + 1;
}

INLINE vf aspect(Fall f) {
  vf angle = half_turn_angle(size(f.east), f.north) * 57.2957795f;
  angle = choose(f.east < 0, 360 - angle, angle);
  angle = choose(angle >= 360, (vf)0, angle);
  return choose((f.east == 0) & (f.north == 0), (vf)TERRAIN_NO_DATA, angle);
}

INLINE vf roughness(Nine h) {
  vf most = higher(higher(higher(h.nw, h.n), higher(h.ne, h.w)), higher(higher(h.c, h.e), higher(h.sw, h.s)));
  vf least = lower(lower(lower(h.nw, h.n), lower(h.ne, h.w)), lower(lower(h.c, h.e), lower(h.sw, h.s)));
  return higher(most, h.se) - lower(least, h.se);
}

INLINE vf riley(Nine h) {
  vf nw = h.nw - h.c, n = h.n - h.c, ne = h.ne - h.c, w = h.w - h.c;
  vf e = h.e - h.c, sw = h.sw - h.c, s = h.s - h.c, se = h.se - h.c;
  return root((nw * nw + n * n + ne * ne + w * w) + (e * e + sw * sw + s * s + se * se));
}

INLINE vf wilson(Nine h) {
  vf sum = (size(h.nw - h.c) + size(h.n - h.c)) + (size(h.ne - h.c) + size(h.w - h.c));
  sum += (size(h.e - h.c) + size(h.sw - h.c)) + (size(h.s - h.c) + size(h.se - h.c));
  return sum * 0.125f;
}

INLINE vf position(Nine h) {
  vf sum = ((h.c - h.nw) + (h.c - h.n)) + ((h.c - h.ne) + (h.c - h.w));
  sum += ((h.c - h.e) + (h.c - h.sw)) + ((h.c - h.s) + (h.c - h.se));
  return sum * 0.125f;
}

INLINE vi class_colour(Fall f, const struct terrain_look *look) {
  vf square = f.east * f.east + f.north * f.north;
  vi colour = 0;
  for (ptrdiff_t i = 0; i < look->class_count; i++)
    colour = choose_bits(square >= look->class_squares[i], (vi)(int32_t)look->class_colours[i], colour);
  return colour;
}

INLINE vi elevation_colour(vf heights, const struct terrain_look *look) {
  vi colours;
  if (look->exact_elevations) {
    for (int i = 0; i < VECTOR_WIDTH; i++) colours[i] = (int32_t)terrain_exact_colour(heights[i], look);
    return colours;
  }
  vf place = (heights - look->lowest) * look->entries_per_metre + 0.5f;
  place = lower(higher(place, (vf)0), (vf)(float)(look->entry_count - 1));
  vi index = __builtin_convertvector(place, vi);
  for (int i = 0; i < VECTOR_WIDTH; i++) colours[i] = (int32_t)look->colours[index[i]];
  return colours & (heights == heights);
}

INLINE vi part_in_light(vi colours, int shift, vf multiplier, vf addend) {
  vf part = __builtin_convertvector(colours >> shift & 255, vf);
  return __builtin_convertvector(lower(part * multiplier + addend, (vf)255), vi) << shift;
}

// Colours darkened and lightened by a shading; `grey` is rounded first, as if it had been a picture.
INLINE vi colour_in_light(vi colours, vf grey, const struct terrain_look *look) {
  vf level = __builtin_convertvector(__builtin_convertvector(grey + 0.5f, vi), vf);
  vf share = higher((level - look->level) * look->per_light_grey, (vf)0);
  vf multiplier = lower((level - 1) * look->per_dark_grey + look->darkest, (vf)1) - share;
  vf addend = share * 255 + 0.5f;
  vi lit = part_in_light(colours, 0, multiplier, addend) | part_in_light(colours, 8, multiplier, addend)
           | part_in_light(colours, 16, multiplier, addend);
  return (lit | (colours & (int32_t)0xff000000)) & ((colours & (int32_t)0xff000000) != 0);
}

INLINE int is_grey(enum terrain_kind kind) { return kind <= TERRAIN_SHADE_COMBINED; }
INLINE int is_colour(enum terrain_kind kind) {
  return (kind >= TERRAIN_RELIEF_SHADE && kind <= TERRAIN_RELIEF_SHADE_COMBINED)
         || kind == TERRAIN_SLOPE_CLASSES || kind == TERRAIN_RELIEF;
}

// The pixels of samples whose neighbours are all known: floats, or the bits of colours.
INLINE vf pixels_of(
    enum terrain_kind kind, int is_sharp, Nine h, const struct terrain_row *row, const struct terrain_look *look) {
  switch (kind) {
    case TERRAIN_SHADE:
    case TERRAIN_SHADE_MULTIPLE:
    case TERRAIN_SHADE_COMBINED: return brightness(kind, fall(is_sharp, h, row), look);
    case TERRAIN_RELIEF_SHADE:
    case TERRAIN_RELIEF_SHADE_MULTIPLE:
    case TERRAIN_RELIEF_SHADE_COMBINED: {
      vf grey = brightness(kind - TERRAIN_RELIEF_SHADE, fall(is_sharp, h, row), look);
      return (vf)colour_in_light(elevation_colour(h.c, look), grey, look);
    }
    case TERRAIN_SLOPE_DEGREES: {
      Fall f = fall(is_sharp, h, row);
      return slope_angle(root(f.east * f.east + f.north * f.north)) * 57.2957795f;
    }
    case TERRAIN_SLOPE_PERCENT: {
      Fall f = fall(is_sharp, h, row);
      return root(f.east * f.east + f.north * f.north) * 100;
    }
    case TERRAIN_ASPECT: return aspect(fall(is_sharp, h, row));
    case TERRAIN_SLOPE_CLASSES: return (vf)class_colour(fall(is_sharp, h, row), look);
    case TERRAIN_ROUGHNESS: return roughness(h);
    case TERRAIN_RUGGEDNESS_RILEY: return riley(h);
    case TERRAIN_RUGGEDNESS_WILSON: return wilson(h);
    case TERRAIN_POSITION: return position(h);
    case TERRAIN_RELIEF:
    case TERRAIN_KIND_COUNT: return (vf)elevation_colour(h.c, look);
  }
}

// What becomes 0 as a byte, transparent as a colour.
INLINE vf no_data(enum terrain_kind kind) {
  return (vf)(is_grey(kind) ? -1.0f : is_colour(kind) ? 0.0f : TERRAIN_NO_DATA);
}

INLINE void store(enum terrain_kind kind, vf pixels, void *to, ptrdiff_t count) {
  if (is_grey(kind)) {
    vb bytes = __builtin_convertvector(__builtin_convertvector(pixels + 0.5f, vi), vb);
    if (count >= VECTOR_WIDTH)
      *(vb_anywhere *)to = bytes;
    else
      memcpy(to, &bytes, (size_t)count);
  } else if (count >= VECTOR_WIDTH) {
    *(vi_anywhere *)to = (vi)pixels;
  } else {
    memcpy(to, &pixels, (size_t)count * 4);
  }
}

// Which samples are voids or beside one: sums are cheaper than nine comparisons, and Horn's gradients are sums already.
INLINE vi beside_voids(enum terrain_kind kind, int is_sharp, Nine h, const struct terrain_row *row) {
  vf sum;
  if (kind < TERRAIN_ROUGHNESS && !is_sharp) {
    Fall f = fall(is_sharp, h, row);
    sum = f.east + f.north + h.c;
  } else {
    sum = ((h.nw + h.n) + (h.ne + h.w)) + ((h.e + h.sw) + (h.s + h.se)) + h.c;
  }
  return sum != sum;
}

INLINE void make_row(
    enum terrain_kind kind, int is_sharp, const struct terrain_row *row, const struct terrain_look *look,
    void *out) {
  const ptrdiff_t pixel_size = is_grey(kind) ? 1 : 4;
  for (ptrdiff_t i = 0; i < row->count; i += VECTOR_WIDTH) {
    if (kind == TERRAIN_RELIEF) {
      vf colours = (vf)elevation_colour(load(row->middle + i), look);
      store(kind, colours, (char *)out + i * pixel_size, row->count - i);
      continue;
    }
    Nine h = neighbourhood(row->middle + i, row->stride);
    vf pixels = pixels_of(kind, is_sharp, h, row, look);
    vi odd = beside_voids(kind, is_sharp, h, row);
    if (__builtin_expect(any(odd), 0)) {
      vi lost = odd;
      if (look->has_no_frame) {
        lost = h.c != h.c;
        pixels = pixels_of(kind, is_sharp, mended(h), row, look);
        if (!is_colour(kind)) lost |= pixels != pixels;
      }
      pixels = choose(lost, no_data(kind), pixels);
    }
    store(kind, pixels, (char *)out + i * pixel_size, row->count - i);
  }
}

#define CASE(KIND) \
  case KIND: make_row(KIND, is_sharp, row, look, pixels); break;

INLINE void make_row_of_kind(
    enum terrain_kind kind, int is_sharp, const struct terrain_row *row, const struct terrain_look *look,
    void *pixels) {
  switch (kind) {
    CASE(TERRAIN_SHADE)
    CASE(TERRAIN_SHADE_MULTIPLE)
    CASE(TERRAIN_SHADE_COMBINED)
    CASE(TERRAIN_RELIEF_SHADE)
    CASE(TERRAIN_RELIEF_SHADE_MULTIPLE)
    CASE(TERRAIN_RELIEF_SHADE_COMBINED)
    CASE(TERRAIN_SLOPE_DEGREES)
    CASE(TERRAIN_SLOPE_PERCENT)
    CASE(TERRAIN_ASPECT)
    CASE(TERRAIN_SLOPE_CLASSES)
    CASE(TERRAIN_ROUGHNESS)
    CASE(TERRAIN_RUGGEDNESS_RILEY)
    CASE(TERRAIN_RUGGEDNESS_WILSON)
    CASE(TERRAIN_POSITION)
    CASE(TERRAIN_RELIEF)
    case TERRAIN_KIND_COUNT: break;
  }
}

void NAME(
    enum terrain_kind kind, int is_sharp, const struct terrain_row *row, const struct terrain_look *look,
    void *pixels) {
  if (is_sharp && kind < TERRAIN_ROUGHNESS)
    make_row_of_kind(kind, 1, row, look, pixels);
  else
    make_row_of_kind(kind, 0, row, look, pixels);
}
