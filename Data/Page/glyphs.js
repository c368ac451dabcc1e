// Letters for the map from the reader's own fonts, so that no font has to be kept or fetched: each is drawn on a canvas,
// becomes a field of distances to its outline, and goes out in the form MapLibre asks glyph servers for.

const EM = 24, BORDER = 3, REACH = 8, EDGE = 0.25;

/**
 * Draws a range of letters, as a handler of MapLibre's protocol `glyphs://FONT/RANGE`.
 * @param {{url: string}} request
 * @returns {Promise<{data: ArrayBuffer}>} the letters as a protocol buffer
 */
export function drawGlyphs(request) {
  const [, stack, first] = request.url.match(/^glyphs:\/\/([^/]*)\/(\d+)-/);
  const name = decodeURIComponent(stack);
  const weight = /bold/i.test(name) ? "600" : "400";
  const glyphs = [];
  for (let code = Number(first); code < Number(first) + 256; code++) {
    if (code >= 32 && (code < 0xd800 || code > 0xdfff)) glyphs.push(glyph(code, weight));
  }
  const stackBytes = [...text(1, name), ...text(2, `${first}-${Number(first) + 255}`)];
  for (const bytes of glyphs) stackBytes.push(...field(3, bytes));
  return Promise.resolve({ data: new Uint8Array(field(1, stackBytes)).buffer });
}

const canvas = document.createElement("canvas");
canvas.width = canvas.height = EM * 3;
const pen = canvas.getContext("2d", { willReadFrequently: true });

function glyph(code, weight) {
  const letter = String.fromCharCode(code);
  pen.font = `${weight} ${EM}px "Noto Sans", system-ui, "DejaVu Sans", sans-serif`;
  const size = pen.measureText(letter);
  const left = Math.floor(-size.actualBoundingBoxLeft), right = Math.ceil(size.actualBoundingBoxRight);
  const top = Math.ceil(size.actualBoundingBoxAscent), bottom = Math.ceil(size.actualBoundingBoxDescent);
  const width = Math.min(Math.max(0, right - left), EM * 2), height = Math.min(Math.max(0, top + bottom), EM * 2);
  const numbers = [...number(1, code)];
  if (width && height) {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.fillText(letter, BORDER - left, BORDER + top);
    const [across, down] = [width + 2 * BORDER, height + 2 * BORDER];
    numbers.push(...field(2, distances(pen.getImageData(0, 0, across, down).data, across, down)));
  }
  numbers.push(...number(3, width), ...number(4, height), ...number(5, zigzag(left)), ...number(6, zigzag(top - EM + 1)),
    ...number(7, Math.round(size.width)));
  return numbers;
}

// Distances to the outline, by the two passes of Felzenszwalb and Huttenlocher over squares.
function distances(pixels, width, height) {
  const [outside, inside] = [new Float64Array(width * height), new Float64Array(width * height)];
  for (let at = 0; at < width * height; at++) {
    const share = pixels[at * 4 + 3] / 255;
    outside[at] = share === 1 ? 0 : share === 0 ? 1e20 : Math.max(0, 0.5 - share) ** 2;
    inside[at] = share === 1 ? 1e20 : share === 0 ? 0 : Math.max(0, share - 0.5) ** 2;
  }
  const far = [spread(outside, width, height), spread(inside, width, height)];
  const bytes = new Uint8Array(width * height);
  for (let at = 0; at < bytes.length; at++) {
    const distance = Math.sqrt(far[0][at]) - Math.sqrt(far[1][at]);
    bytes[at] = Math.max(0, Math.min(255, Math.round(255 - 255 * (distance / REACH + EDGE))));
  }
  return bytes;
}

function spread(field, width, height) {
  for (let x = 0; x < width; x++) along(field, x, width, height);
  for (let y = 0; y < height; y++) along(field, y * width, 1, width);
  return field;
}

function along(field, start, step, count) {
  const values = Float64Array.from({ length: count }, (_, at) => field[start + at * step]);
  const [roots, edges] = [new Int32Array(count), new Float64Array(count + 1)];
  let last = 0;
  [edges[0], edges[1]] = [-1e20, 1e20];
  for (let at = 1; at < count; at++) {
    let cut;
    do {
      const root = roots[last];
      cut = (values[at] - values[root] + at * at - root * root) / (2 * (at - root));
    } while (cut <= edges[last] && --last >= 0);
    last++;
    [roots[last], edges[last], edges[last + 1]] = [at, cut, 1e20];
  }
  for (let at = 0, parabola = 0; at < count; at++) {
    while (edges[parabola + 1] < at) parabola++;
    field[start + at * step] = values[roots[parabola]] + (at - roots[parabola]) ** 2;
  }
}

// Protocol buffers, as far as glyphs need them.
function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return [...bytes, value];
}
const number = (tag, value) => [...varint(tag * 8), ...varint(value)];
const field = (tag, bytes) => [...varint(tag * 8 + 2), ...varint(bytes.length), ...bytes];
const text = (tag, words) => field(tag, [...new TextEncoder().encode(words)]);
const zigzag = (value) => value < 0 ? -2 * value - 1 : 2 * value;
