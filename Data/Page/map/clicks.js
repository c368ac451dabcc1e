import { make } from "../base/dom.js";
import { coordinateText, kind, sign } from "../base/words.js";

// A named feature this near to a click is the place that is picked.
const PICKING_PIXELS = 18;

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
    // Panels may offer more: buttons, and parts of their own.
    const offered = (page.offers ?? []).flatMap((more) => more({ place, title, about }, close));
    const isButton = (element) => element.localName === "button";
    const buttons = make("div", { class: "buttons" }, button("Start here", { from: text, panel: "route" }),
      button("Go here", { to: text, panel: "route" }), button("Home is here", { home: text }),
      button("Reach from here", { from: text, panel: "reach" }), ...offered.filter(isButton));
    // What is said of lifts comes first where lifts are asked for: a phone has no room for all.
    const parts = [buttons, ...offered.filter((one) => !isButton(one))];
    const content = make("div", { class: "offer" }, make("strong", { text: title }), about?.detail ? make("p", { text: about.detail }) : null,
      ...(store.get().panel === "lifts" ? parts.reverse() : parts));
    const own = popup = new maplibregl.Popup({ maxWidth: "280px", focusAfterOpen: true, closeOnClick: false })
      .setLngLat(place).setDOMContent(content).addTo(map.map);
    // With a problem below it, it may not fit any more where it was.
    const size = new ResizeObserver(() => own.setLngLat(place));
    size.observe(content);
    own.on("close", () => size.disconnect());
  };
  const featureAt = (point, pixels = 6) => {
    const around = [[point.x - pixels, point.y - pixels], [point.x + pixels, point.y + pixels]];
    return map.map.queryRenderedFeatures(around)
      .find((feature) => ["runs", "lifts", "stations"].includes(feature.sourceLayer) && feature.properties.name);
  };
  const click = (lngLat, point, isMenu = false) => {
    if (popup) close();
    if (page.picking) return page.picking(named(lngLat, point));
    const { from, to, panel } = store.get();
    const place = coordinateText(lngLat);
    if (!isMenu && ["route", "reach", "home"].includes(panel)) {
      if (!from) return store.set({ from: place });
      if (!to && panel === "route") return store.set({ to: place });
    }
    const feature = featureAt(point);
    const detail = feature ? [kind(feature.sourceLayer.slice(0, -1)), feature.properties.colourName].filter(Boolean).join(", ") : null;
    offer([lngLat.lng, lngLat.lat], feature ? sign(feature.properties) : "This place",
      { text: place, detail, source: feature?.properties.id, kind: feature?.sourceLayer.slice(0, -1) });
  };
  const named = ({ lng, lat }, point) => {
    const feature = featureAt(point, 2) ?? featureAt(point) ?? featureAt(point, PICKING_PIXELS);
    return feature?.properties.id ? { source: feature.properties.id, name: sign(feature.properties), place: [lng, lat] } : null;
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
