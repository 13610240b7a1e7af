"""The script that makes a picture in a page scroll, zoom, and respond to mouse and keyboard.

`ALIVE` is a JavaScript function of three arguments: the element that holds the picture, its
SVG text, and the list of node names that a slider steps through, which may be empty.
"""

# The SVG is part of the page itself, so its elements can be coloured like the page and queried.
ALIVE = r"""
(box, text, steps) => {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const parts = (kind) => svg.querySelectorAll("." + kind);
  const counted = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label",
    `A graph of ${counted(parts("node").length, "node")}`
    + ` and ${counted(parts("edge").length, "edge")}`);
  const top = svg.querySelector(".graph > title");
  if (top) top.remove();  // Graphviz's own name for what has none
  const wide = svg.viewBox.baseVal.width, high = svg.viewBox.baseVal.height;
  const frame = document.createElement("div"), bar = document.createElement("div");
  frame.style.cssText = "overflow:auto;max-height:70vh;cursor:grab";
  frame.append(document.adoptNode(svg));
  svg.style.maxWidth = "none";
  bar.style.cssText = "display:flex;gap:0.4em;align-items:center";
  box.replaceChildren(bar, frame);

  // Colours of the page, in a dark theme too: black is its ink, white its ground.
  const ink = "var(--jp-content-font-color1, currentColor)";
  for (const part of svg.querySelectorAll("polygon, ellipse, path, text, polyline")) {
    const node = part.closest(".node");
    const shape = node && node.querySelector("ellipse, polygon, path");
    const fill = shape && shape.getAttribute("fill");
    if (["black", null].includes(part.getAttribute("stroke")) && part.tagName !== "text")
      part.style.stroke = ink;
    if (part.tagName === "text") {
      const filled = fill && !["none", "white", "transparent"].includes(fill);
      if (!part.getAttribute("fill")) part.style.fill = filled ? "black" : ink;
    } else if (part.getAttribute("fill") === "black") part.style.fill = ink;
    else if (part.getAttribute("fill") === "white") part.style.fill = "transparent";
    if (part.parentNode.classList.contains("graph")) part.style.stroke = "none";
  }

  // Never so small that it cannot be read: then it scrolls.
  let scale = 1;
  const zoom = (to) => {
    scale = Math.min(Math.max(to, 0.02), 8);
    svg.setAttribute("width", wide * scale * 4 / 3);
    svg.setAttribute("height", high * scale * 4 / 3);
  };
  const room = () => (frame.clientWidth || 800) / (wide * 4 / 3);
  const button = (words, label, act) => {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", textContent: words, title: label, onclick: act });
    made.setAttribute("aria-label", label);
    bar.append(made);
    return made;
  };
  button("\u2212", "smaller", () => zoom(scale / 1.3));
  button("+", "larger", () => zoom(scale * 1.3));
  button("Fit", "fit the whole picture", () => {
    const height = window.innerHeight * 0.7 / (high * 4 / 3);
    zoom(Math.min(room(), height));
  });
  zoom(Math.max(Math.min(1, room()), 0.7));
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 300));
  }, { passive: false });
  let held = null;
  frame.addEventListener("pointerdown", (event) => {
    held = [event.clientX, event.clientY, frame.scrollLeft, frame.scrollTop];
  });
  frame.addEventListener("pointermove", (event) => {
    if (!held || !event.buttons) return;
    frame.scrollLeft = held[2] + held[0] - event.clientX;
    frame.scrollTop = held[3] + held[1] - event.clientY;
  });

  // What is behind a node: all that its arrows lead to.
  const nodes = new Map(), edges = [];
  for (const group of svg.querySelectorAll(".node, .edge")) {
    const title = group.querySelector("title");
    if (group.classList.contains("node")) nodes.set(title.textContent, group);
    else {
      const [from, to] = title.textContent.split("->").map((end) => end.replace(/:.*/, ""));
      edges.push({ from, to, group });
    }
  }
  // The name of a colour that tells something: neither ink nor ground.
  const named = (group, which) => {
    const shape = group.querySelector("ellipse, polygon, path");
    const colour = shape && shape.getAttribute(which);
    return /^[a-z]+$/.test(colour) && !["black", "white", "none", "transparent"].includes(colour)
      ? colour : "";
  };
  const light = (names, drawn) => {
    for (const [name, group] of nodes) group.style.opacity = names.has(name) ? 1 : 0.2;
    for (const edge of edges) edge.group.style.opacity = drawn(edge) ? 1 : 0.2;
  };
  const behind = (start) => {
    const found = new Set([start]);
    for (const name of found)
      for (const edge of edges) if (edge.from === name) found.add(edge.to);
    return found;
  };
  let chosen = null;
  const spoken = new Map();
  const reach = (name) => {
    const group = nodes.get(name);
    if (!group) return;
    for (const each of nodes.values()) each.setAttribute("tabindex", "-1");
    group.setAttribute("tabindex", "0");
    group.focus();
    group.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const choose = (name) => {
    chosen = name === chosen ? null : name;
    for (const [each, group] of nodes) group.setAttribute("aria-pressed", each === chosen);
    const names = chosen === null ? new Set(nodes.keys()) : behind(chosen);
    light(names, (edge) => names.has(edge.from) && names.has(edge.to));
  };
  for (const [name, group] of nodes) {
    const words = [...group.querySelectorAll("text")].map((line) => line.textContent);
    const link = group.querySelector("a");
    const told = link && link.getAttribute("xlink:title");
    if (told && !words.includes(told)) words.push(told);
    const into = edges.filter((edge) => edge.to === name).length;
    const out = edges.filter((edge) => edge.from === name).length;
    words.push(`arrows in: ${into}, out: ${out}`);
    group.querySelector("title").textContent = words.join("\n");
    if (link) link.removeAttribute("xlink:title");
    group.style.cursor = "pointer";
    group.addEventListener("click", () => choose(name));
    spoken.set(name, words[0] || name);
    // By the keyboard too: along the arrows, against them, and to the neighbours.
    group.setAttribute("role", "button");
    const colours = [named(group, "fill"), named(group, "stroke")].filter(Boolean);
    group.setAttribute("aria-label", [...words, ...colours].join(", "));
    group.setAttribute("aria-pressed", "false");
    group.setAttribute("tabindex", spoken.size === 1 ? "0" : "-1");
    group.dataset.lmSuppressShortcuts = "true";
    group.addEventListener("keydown", (event) => {
      const names = [...nodes.keys()], place = names.indexOf(name);
      const next = {
        ArrowDown: () => edges.find((edge) => edge.from === name)?.to,
        ArrowUp: () => edges.find((edge) => edge.to === name)?.from,
        ArrowRight: () => names[place + 1],
        ArrowLeft: () => names[place - 1],
      }[event.key];
      if (next) reach(next());
      else if (["Enter", " "].includes(event.key)) choose(name);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
  const list = document.createElement("details"), head = document.createElement("summary");
  head.textContent = "The arrows as a list";
  const rows = document.createElement("ul");
  for (const edge of edges) {
    const row = document.createElement("li");
    const label = edge.group.querySelector("text"), colour = named(edge.group, "stroke");
    const more = [label && label.textContent.trim(), colour].filter(Boolean).join(", ");
    row.textContent = `${spoken.get(edge.from)} \u2192 ${spoken.get(edge.to)}`
      + (more ? ` (${more})` : "");
    rows.append(row);
  }
  list.append(head, rows);
  frame.after(list);

  if (steps.length) {
    const slider = document.createElement("input"), count = document.createElement("output");
    Object.assign(slider, { type: "range", min: 0, max: steps.length, value: 0 });
    slider.setAttribute("aria-label", "step");
    // JupyterLab takes arrow keys for itself unless an element says that it wants them.
    slider.dataset.lmSuppressShortcuts = "true";
    slider.style.width = "16em";
    const step = () => {
      const number = Number(slider.value), seen = new Set(steps.slice(0, number));
      if (number) light(seen, (edge) => seen.has(edge.from) && seen.has(edge.to));
      else light(new Set(nodes.keys()), () => true);
      for (const [name, group] of nodes) {
        const shape = group.querySelector("ellipse, polygon, path");
        shape.style.strokeWidth = number && steps[number - 1] === name ? 4 : "";
      }
      const group = nodes.get(steps[number - 1]);
      const words = group ? group.querySelector("text").textContent : steps[number - 1];
      count.textContent = number ? `${number} of ${steps.length}: ${words}` : "Move the slider";
      slider.setAttribute("aria-valuetext", number ? count.textContent : "no step yet");
    };
    slider.addEventListener("input", step);
    bar.append(slider, count);
    step();
  }
}
"""
