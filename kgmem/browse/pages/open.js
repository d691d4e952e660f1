// Takes what `kgmem browse` offers once, puts it where Neo4j Browser keeps such things, and goes there. Nothing of it is
// in an address: the part behind the # names a port of this computer and a token that is worth nothing after one use.
"use strict";

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem("neo4j." + key));
  } catch (error) {
    return null;
  }
};
const write = (key, value) => localStorage.setItem("neo4j." + key, JSON.stringify(value));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const others = (list) => (list || []).filter((one) => !String(one.id).startsWith("kgmem"));

function keep(offered) {
  write("connections", offered.connections);
  write("settings", { ...offered.first_settings, ...read("settings"), ...offered.settings });
  // a style that somebody chose stays; ours is brought up to date
  if (!read("grass") || same(read("grass"), read("kgmem_grass"))) {
    write("grass", offered.grass);
    write("kgmem_grass", offered.grass);
  }
  write("folders", [...others(read("folders")), ...offered.folders]);
  write("documents", [...others(read("documents")), ...offered.documents]);
}

async function open() {
  const [port, token] = location.hash.slice(1).split("/");
  history.replaceState(null, "", location.pathname);
  let target = "/browser/";
  if (/^[0-9]+$/.test(port) && token) {
    try {
      const answer = await fetch("http://127.0.0.1:" + port + "/" + token, { cache: "no-store" });
      if (answer.ok) {
        const offered = await answer.json();
        if (String(offered.target).startsWith("/browser/")) {
          keep(offered);
          target = offered.target;
        }
      }
    } catch (error) {
      // the offer is gone: Browser asks for the password itself
    }
  }
  location.replace(target);
}

open();
