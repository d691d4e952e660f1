"use strict";
const colours = { claim: "#c05621", event: "#b7791f", reason: "#718096", observation: "#2f855a", source: "#0b5c8a" };
const states = { retracted: "#c53030", unsupported: "#c53030", weakened: "#d69e2e", superseded: "#a0aec0" };
const style = [
  { selector: "node", style: { label: "data(label)", "font-size": 9, "text-wrap": "wrap", "text-max-width": 110, width: 22, height: 22 } },
  { selector: "edge", style: { label: "data(label)", "font-size": 6, width: 1, "curve-style": "bezier", "target-arrow-shape": "triangle", color: "#52606d" } },
];
for (const [kind, colour] of Object.entries(colours)) {
  style.push({ selector: `node[kind = "${kind}"]`, style: { "background-color": colour } });
}
for (const [state, colour] of Object.entries(states)) {
  style.push({ selector: `node[state = "${state}"]`, style: { "border-width": 3, "border-style": "dashed", "border-color": colour } });
}
const picture = cytoscape({
  container: document.getElementById("picture"),
  elements: JSON.parse(document.getElementById("elements").textContent),
  style,
  layout: { name: "breadthfirst", directed: true, spacingFactor: 1.2, padding: 20 },
});
window.addEventListener("beforeprint", () => picture.resize().fit());
