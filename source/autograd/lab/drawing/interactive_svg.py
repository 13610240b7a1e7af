"""The scripts that put pictures into a page, where they scroll, zoom, and respond to keys.

`READ` is a JavaScript function of the address of a picture, and returns its SVG element in the
colors of the page. `INLINE` and `ALIVE` are functions of the element that holds the picture and
its SVG: the first shows it, the second makes a graph interactive. `ALIVE` has three more arguments:
the list of node names that a slider steps through, which may be empty, what
`arrows.Picture.as_data` returns, and whether the picture starts whole, however small.
"""

# The SVG is part of the page itself, so its elements can be colored like the page and queried.
READ = r"""
(address) => {
  const bytes = Uint8Array.from(atob(address.split(",")[1]), (byte) => byte.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const top = svg.querySelector(".graph > title");
  if (top) top.remove();  // Graphviz's own name for what has none
  // Its names of arrows and boxes are made of those of nodes, which may be addresses in memory.
  for (const title of svg.querySelectorAll(".edge > title, .cluster > title")) title.remove();
  // Black is the ink of the page, white its ground; contrast themes of the system set the ink, too.
  const ink = "currentColor";
  for (const part of svg.querySelectorAll("polygon, ellipse, path, text, polyline")) {
    const node = part.closest(".node");
    const shape = node && node.querySelector("ellipse, polygon, path");
    const fill = shape && shape.getAttribute("fill");
    if (["black", null].includes(part.getAttribute("stroke")) && part.tagName !== "text")
      part.style.stroke = ink;
    if (part.tagName === "text") {
      const filled = fill && !["none", "white", "transparent"].includes(fill);
      if (!part.getAttribute("fill")) part.style.fill = filled ? "black" : ink;
      else if (filled && /^(red|crimson|firebrick)$/.test(part.getAttribute("fill")))
        part.style.fill = "#c00";  // what is filled is light in a dark theme as well
    } else if (part.getAttribute("fill") === "black") part.style.fill = ink;
    else if (part.getAttribute("fill") === "white") part.style.fill = "transparent";
    if (part.parentNode.classList.contains("graph")) part.style.stroke = "none";
  }
  return document.adoptNode(svg);
}"""

INLINE = """
(box, svg) => {
  svg.setAttribute("role", "img");
  for (const title of svg.querySelectorAll(".node > title")) title.remove();
  box.replaceChildren(svg);
}"""

ALIVE = r"""
(box, svg, steps, graph, whole) => {
  svg.setAttribute("role", "group");
  // The number of a step stands to the right of its node.
  if (steps.length) svg.viewBox.baseVal.width += 8 + 8 * String(steps.length).length;
  const wide = svg.viewBox.baseVal.width, high = svg.viewBox.baseVal.height;
  const frame = document.createElement("div"), bar = document.createElement("div");
  frame.style.cssText = "overflow:auto;max-height:70vh;cursor:grab";
  frame.append(svg);
  svg.style.maxWidth = "none";
  svg.style.display = "block";  // a line of text would have room below it
  bar.style.cssText = "display:flex;flex-wrap:wrap;gap:0.4em;align-items:center";
  box.replaceChildren(bar, frame);

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
    made.style.cssText = "min-width:26px;min-height:26px;padding:0 0.5em;font:inherit;" +
      "color:inherit;background:transparent;border:1px solid;border-radius:4px;cursor:pointer";
    bar.append(made);
    return made;
  };
  button("\u2212", "smaller", () => zoom(scale / 1.3));
  button("+", "larger", () => zoom(scale * 1.3));
  const fitting = () => Math.min(room(), window.innerHeight * 0.7 / (high * 4 / 3));
  button("Fit", "fit the whole picture", () => zoom(fitting()));
  zoom(whole ? Math.min(1, fitting()) : Math.max(Math.min(1, room()), 0.7));
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
  for (const group of svg.querySelectorAll(".node")) {
    const title = group.querySelector("title");
    if (title && graph.nodes[title.textContent]) nodes.set(title.textContent, group);
  }
  svg.querySelectorAll(".edge").forEach((group, number) => {
    // A node says where its arrows lead. What is written at an arrow is said with its ends.
    const words = Array.from(group.querySelectorAll("text"), (text) => text.textContent).join(" ");
    if (!words) group.setAttribute("aria-hidden", "true");
    if (!graph.arrows[number]) return;
    const [from, to] = graph.arrows[number];
    if (words) {
      group.setAttribute("role", "img");
      const ends = `${graph.nodes[from].name} to ${graph.nodes[to].name}`;
      group.setAttribute("aria-label", `${words}, from ${ends}`);
    }
    edges.push({ from, to, group });
  });
  // What is dimmed can still be read.
  const dim = (group, lit) => {
    for (const part of group.querySelectorAll("ellipse, polygon, path, polyline"))
      part.style.opacity = lit ? 1 : 0.2;
    for (const text of group.querySelectorAll("text")) {
      text.dataset.ink ??= text.style.fill;
      // On a filled node it is black, and the fill is nearly gone.
      text.style.fill = lit ? text.dataset.ink : "currentColor";
      text.style.opacity = lit ? 1 : 0.6;
    }
    group.classList.toggle("dimmed", !lit);
  };
  const light = (names, drawn) => {
    for (const [name, group] of nodes) dim(group, names.has(name));
    for (const edge of edges) dim(edge.group, drawn(edge));
  };
  const behind = (start) => {
    const found = new Set([start]);
    for (const name of found)
      for (const edge of edges) if (edge.from === name) found.add(edge.to);
    return found;
  };
  let chosen = null;
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
    const link = group.querySelector("a");
    group.querySelector("title").textContent = graph.nodes[name].hover;
    if (link) link.removeAttribute("xlink:title");
    group.style.cursor = "pointer";
    group.addEventListener("click", () => choose(name));
    // By the keyboard too: along the arrows, against them, and to the neighbors.
    group.setAttribute("role", "button");
    group.setAttribute("aria-label", graph.nodes[name].spoken);
    group.setAttribute("aria-pressed", "false");
    group.setAttribute("tabindex", name === nodes.keys().next().value ? "0" : "-1");
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
  // Read from its attributes: a picture that is not in view has no size.
  const rightOf = (shape) => {
    const at = (attribute) => Number(shape.getAttribute(attribute));
    if (shape.tagName === "ellipse") return [at("cx") + at("rx"), at("cy")];
    const outline = shape.getAttribute("points") || shape.getAttribute("d");
    const numbers = outline.match(/-?[\d.]+/g).map(Number);
    const xs = numbers.filter((_, place) => place % 2 === 0);
    const ys = numbers.filter((_, place) => place % 2 === 1);
    return [Math.max(...xs), (Math.min(...ys) + Math.max(...ys)) / 2];
  };
  if (steps.length) {
    const slider = document.createElement("input"), count = document.createElement("output");
    Object.assign(slider, { type: "range", min: 0, max: steps.length, value: 0 });
    slider.setAttribute("aria-label", "step");
    count.setAttribute("aria-live", "off");  // the slider itself says where it is
    // JupyterLab takes arrow keys for itself unless an element says that it wants them.
    slider.dataset.lmSuppressShortcuts = "true";
    slider.style.width = "16em";
    const numbers = new Map();  // the text next to each node that is visited
    for (const name of new Set(steps)) {
      const shape = nodes.get(name)?.querySelector("ellipse, polygon, path");
      if (!shape) continue;
      const text = document.createElementNS(svg.namespaceURI, "text");
      const [right, middle] = rightOf(shape);
      text.setAttribute("x", right + 3);
      text.setAttribute("y", middle + 4);
      text.style.cssText = "font:bold 12px sans-serif;fill:currentColor";
      nodes.get(name).append(text);
      numbers.set(name, text);
    }
    const step = () => {
      const number = Number(slider.value), seen = new Set(steps.slice(0, number));
      // The last visit counts.
      for (const [name, text] of numbers)
        text.textContent = seen.has(name) ? steps.lastIndexOf(name, number - 1) + 1 : "";
      if (number) light(seen, (edge) => seen.has(edge.from) && seen.has(edge.to));
      else light(new Set(nodes.keys()), () => true);
      for (const [name, group] of nodes) {
        const shape = group.querySelector("ellipse, polygon, path");
        if (shape) shape.style.strokeWidth = number && steps[number - 1] === name ? 4 : "";
      }
      const group = nodes.get(steps[number - 1]);
      const words = group ? graph.nodes[steps[number - 1]].name : steps[number - 1];
      count.textContent = number ? `${number} of ${steps.length}: ${words}` : "Move the slider";
      slider.setAttribute("aria-valuetext", number ? count.textContent : "no step yet");
    };
    // The slider may come into view without what it moves, and a node may be out of its frame.
    const into = (part) => part && part.scrollIntoView({ block: "nearest", inline: "nearest" });
    slider.addEventListener("focus", () => into(box));
    slider.addEventListener("input", () => {
      step();
      into(nodes.get(steps[slider.value - 1]));
      into(box);
    });
    bar.append(slider, count);
    step();
  }
}
"""
