package import SkiBase

/// A self-contained HTML page with a picture that can be panned and zoomed by mouse, touch or keys.
package enum PicturePage {
  /// Returns an HTML document with an SVG picture. Complexity: O(*n*).
  package static func html(title: String, svg: MarkupText) -> MarkupText {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(TerminalText(title).string)</title>
    <style>
    html, body { height: 100%; margin: 0; background: #dfe4ea; }
    body > svg { width: 100%; height: 100%; display: block; touch-action: none; cursor: grab; }
    </style>
    </head>
    <body>
    \(svg)<script>
    \(script)
    </script>
    </body>
    </html>

    """
  }

  /// The script that changes the view box of the picture.
  private static let script: MarkupText = """
    "use strict";
    const picture = document.querySelector("svg"), box = picture.viewBox.baseVal;
    const whole = { x: box.x, y: box.y, width: box.width, height: box.height };
    const perPixel = () => 1 / Math.min(picture.clientWidth / box.width, picture.clientHeight / box.height);
    const place = (x, y) => {
      const point = new DOMPoint(x, y).matrixTransform(picture.getScreenCTM().inverse());
      return [point.x, point.y];
    };
    const enlarge = (factor, x, y) => {
      const width = Math.min(whole.width * 2, Math.max(whole.width / 40, box.width / factor));
      const real = box.width / width, [px, py] = place(x, y);
      box.x = px - (px - box.x) / real;
      box.y = py - (py - box.y) / real;
      box.height /= real;
      box.width = width;
    };
    const fingers = new Map();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    picture.addEventListener("wheel", (event) => {
      event.preventDefault();
      enlarge(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX, event.clientY);
    }, { passive: false });
    picture.addEventListener("pointerdown", (event) => {
      picture.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    picture.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const old = fingers.size === 2 ? spread() : 0;
      const scale = perPixel() / fingers.size;
      box.x -= (event.clientX - before.x) * scale;
      box.y -= (event.clientY - before.y) * scale;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (old > 0) {
        const [a, b] = [...fingers.values()];
        enlarge(spread() / old, (a.x + b.x) / 2, (a.y + b.y) / 2);
      }
    });
    for (const name of ["pointerup", "pointercancel"]) {
      picture.addEventListener(name, (event) => fingers.delete(event.pointerId));
    }
    picture.addEventListener("dblclick", (event) => enlarge(2, event.clientX, event.clientY));
    addEventListener("keydown", (event) => {
      const middle = [picture.clientWidth / 2, picture.clientHeight / 2], step = box.width / 10;
      const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
      if (moves[event.key]) {
        box.x += moves[event.key][0];
        box.y += moves[event.key][1];
      } else if (event.key === "+" || event.key === "=") enlarge(1.4, ...middle);
      else if (event.key === "-") enlarge(1 / 1.4, ...middle);
      else if (event.key === "0") Object.assign(box, whole);
    });
    """
}
