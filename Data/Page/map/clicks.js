import { make } from "../base/dom.js";
import { coordinateText, kind, sign } from "../base/words.js";

/**
 * Makes the map answer clicks: the first is the start, the second the destination, further ones offer both.
 * With the keyboard, Enter clicks at the cross in the middle of the map.
 * @param {{map: Object, store: Object, places: Object}} page
 */
export function makeClicks(page) {
  const { map, store } = page;
  let popup = null;
  const close = () => {
    popup?.remove();
    popup = null;
  };
  const offer = (place, title, about) => {
    close();
    const text = about?.text ?? `${place[1].toFixed(5)},${place[0].toFixed(5)}`;
    const button = (words, change) => make("button", { type: "button", text: words, onclick: () => {
      store.set(change);
      close();
      map.map.getCanvas().focus();
    } });
    const content = make("div", { class: "offer" },
      make("strong", { text: title }), about?.detail ? make("p", { text: about.detail }) : null,
      make("div", { class: "buttons" }, button("Start here", { from: text, panel: "route" }),
        button("Go here", { to: text, panel: "route" }), button("Home is here", { home: text }),
        button("Reach from here", { from: text, panel: "reach" })));
    popup = new maplibregl.Popup({ maxWidth: "280px", focusAfterOpen: true, closeOnClick: false })
      .setLngLat(place).setDOMContent(content).addTo(map.map);
  };
  const featureAt = (point) => {
    const around = [[point.x - 6, point.y - 6], [point.x + 6, point.y + 6]];
    return map.map.queryRenderedFeatures(around)
      .find((feature) => ["runs", "lifts", "stations"].includes(feature.sourceLayer) && feature.properties.name);
  };
  const click = (lngLat, point, isMenu = false) => {
    if (popup) close();
    const { from, to, panel } = store.get();
    const place = coordinateText(lngLat);
    if (!isMenu && panel !== "lifts" && panel !== "people" && panel !== "day") {
      if (!from) return store.set({ from: place });
      if (!to && panel === "route") return store.set({ to: place });
    }
    const feature = featureAt(point);
    const detail = feature ? [kind(feature.sourceLayer.slice(0, -1)), feature.properties.colourName].filter(Boolean).join(", ") : null;
    offer([lngLat.lng, lngLat.lat], feature ? sign(feature.properties) : "This place", { text: place, detail });
  };
  map.map.on("click", (event) => click(event.lngLat, event.point));
  map.map.on("contextmenu", (event) => click(event.lngLat, event.point, true));
  map.map.getCanvas().addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const centre = map.map.getCenter();
    click(centre, map.map.project(centre));
  });
  return { offer, close, isOpen: () => Boolean(popup?.isOpen()) };
}
