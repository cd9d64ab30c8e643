/**
 * The script behind the list of samples: unpacks it when it comes into view, filters it as one types,
 * shows a page at a time, and keeps the filter in the address. Texts are only ever set as texts.
 */
export const sampleScript = `
const finder = document.getElementById("finder");
if (finder) startFinder(finder);

function startFinder(form) {
  const part = form.closest("section");
  const [status, hits, pager] = [".found", ".hits", ".pager"].map((name) => part.querySelector(name));
  const pageLength = 25;
  let tasks = [];
  let rows = [];
  let page = 1;
  let loading;

  form.hidden = false;
  for (const link of document.querySelectorAll("a[data-find]")) link.hash = "samples?" + link.dataset.find;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target.name === "task") offer();
    page = 1;
    show(true);
  });
  form.querySelector("button").addEventListener("click", () => {
    form.reset();
    offer();
    page = 1;
    show(true);
  });
  addEventListener("hashchange", restore);
  new IntersectionObserver((seen, observer) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    observer.disconnect();
    load();
  }, { rootMargin: "600px" }).observe(part);
  restore();

  function load() {
    loading ??= unpack().then(() => {
      offer();
      show(false);
    }, () => {
      form.hidden = true;
      status.textContent = "This browser cannot unpack the list. samples.csv in the folder of the run has a row for each sample.";
    });
    return loading;
  }

  async function unpack() {
    const packed = atob(document.getElementById("listing").textContent);
    const bytes = Uint8Array.from(packed, (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    tasks = await new Response(stream).json();
    rows = tasks.flatMap((task) => task.systems.flatMap((system) => system.sample.map((place, at) => {
      const score = system.score[at];
      return {
        task, system, place,
        id: task.samples.id[place],
        group: task.samples.group[place],
        asked: task.samples.asked[place],
        truth: task.samples.truth[place],
        answer: system.answer[at],
        repeat: system.repeat[at],
        outcome: task.outcomes[system.outcome[at]],
        error: task.errors[system.error[at]] ?? "",
        score: score === null || task.score?.unit !== "percent" ? score : score * 100,
      };
    })));
    const isRight = ({ error, outcome }) => Number(error === "" && outcome === "answered");
    rows.sort((a, b) => isRight(a) - isRight(b));
  }

  function slicesOf({ task, place }) {
    return task.slices.flatMap(({ name, values }, at) => {
      const value = values[task.samples.slices[at][place]];
      return value === undefined ? [] : [[name, value]];
    });
  }

  /** Fills the choices with what the chosen task has. */
  function offer() {
    const chosen = form.task.value;
    options(form.task, "All tasks", tasks.map(({ task }) => [task, task]));
    form.task.parentElement.hidden = tasks.length < 2;
    const own = tasks.filter(({ task }) => chosen === "" || task === chosen);
    const unique = (texts) => [...new Set(texts)].map((text) => [text, text]);
    options(form.system, "All systems", unique(own.flatMap(({ systems }) => systems.map(({ id }) => id))));
    options(form.result, "Any or none", [
      ["mistakes", "Any mistake"],
      ["none", "No mistake"],
      ...unique(own.flatMap(({ errors }) => errors)).map(([value, text]) => ["is " + value, text]),
    ]);
    const ended = new Set(rows.filter(({ task }) => own.includes(task)).map(({ outcome }) => outcome));
    options(form.outcome, "Any", unique(own.flatMap(({ outcomes }) => outcomes.filter((one) => ended.has(one)))));
    const slices = unique(own.flatMap(({ slices }) => slices.flatMap(({ name, values }) => values.map((value) => name + ": " + value))));
    options(form.slice, "Any", slices);
    form.slice.parentElement.hidden = slices.length === 0;
    const units = own.flatMap(({ score }) => score ? [score.unit] : []);
    form.querySelector(".range").hidden = units.length === 0;
    for (const one of [form.from, form.to]) {
      if (units.length === 0) one.value = "";
      one.placeholder = units.every((unit) => unit === "percent") ? "%" : "";
    }
  }

  function options(select, none, entries) {
    const { value } = select;
    select.replaceChildren(...[["", none], ...entries].map(([one, text]) => new Option(text, one)));
    select.value = value;
    if (select.selectedIndex < 0) select.value = "";
  }

  function filter() {
    const given = [...new FormData(form)].filter(([, value]) => value !== "");
    return Object.fromEntries(given);
  }

  function found({ task, system, result, outcome, slice, from, to, text = "", order }) {
    const words = text.toLowerCase().split(/\\s+/).filter(Boolean);
    const wanted = rows.filter((row) =>
      (!task || row.task.task === task) &&
      (!system || row.system.id === system) &&
      (!result || (result === "mistakes" ? row.error !== "" : result === "none" ? row.error === "" && row.outcome === "answered" : "is " + row.error === result)) &&
      (!outcome || row.outcome === outcome) &&
      (!slice || slicesOf(row).some(([name, value]) => name + ": " + value === slice)) &&
      (!from || (row.score !== null && row.score >= Number(from))) &&
      (!to || (row.score !== null && row.score <= Number(to))) &&
      words.every((word) => (row.words ??= wordsOf(row)).includes(word)));
    const last = order === "highest" ? -Infinity : Infinity;
    const byScore = (a, b) => (a.score ?? last) - (b.score ?? last);
    if (order === "lowest") wanted.sort(byScore);
    if (order === "highest") wanted.sort((a, b) => byScore(b, a));
    if (order === "name") wanted.sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
    return wanted;
  }

  function wordsOf({ id, group, asked, truth, answer }) {
    return [id, group, asked, truth, answer].join("\\n").toLowerCase();
  }

  function show(isChanged) {
    const given = filter();
    const wanted = found(given);
    const pages = Math.max(1, Math.ceil(wanted.length / pageLength));
    page = Math.min(Math.max(page, 1), pages);
    const first = (page - 1) * pageLength;
    const drawn = wanted.slice(first, first + pageLength);
    status.textContent = number(wanted.length) + " of " + number(rows.length) + " answers" + (pages > 1 ? ", " + number(first + 1) + " to " + number(first + drawn.length) + " shown" : "");
    hits.replaceChildren(...drawn.map(hit));
    const turn = (text, to) => {
      const button = element("button", { type: "button", textContent: text, disabled: to < 1 || to > pages });
      button.addEventListener("click", () => {
        page = to;
        show(true);
        part.querySelector("h2").scrollIntoView();
      });
      return button;
    };
    const place = element("span", { textContent: "Page " + number(page) + " of " + number(pages) });
    pager.replaceChildren(...(pages > 1 ? [turn("Previous", page - 1), place, turn("Next", page + 1)] : []));
    if (!isChanged) return;
    const query = new URLSearchParams({ ...given, ...(page > 1 ? { page } : {}) });
    history.replaceState(null, "", query.size > 0 ? "#samples?" + query : "#samples");
  }

  function hit(row) {
    const { task, system, id, asked, truth, answer, repeat, outcome, error } = row;
    const score = scoreText(row);
    const details = element("details", { className: "hit" },
      element("summary", {},
        element("span", { className: "hit-name" },
          element("strong", { textContent: id }),
          element("span", { textContent: [...(form.task.value || tasks.length < 2 ? [] : [task.task]), system.id, ...(repeat ? ["repeat " + repeat] : [])].join(" · ") })),
        element("span", { className: "hit-text" },
          ...(asked ? [element("span", { className: "hit-asked", textContent: asked })] : []),
          ...(answer ? [labelled(outcome === "answered" ? "answer" : outcome, answer)] : []),
          ...(truth ? [labelled("truth", truth)] : [])),
        element("span", { className: "hit-end" },
          ...(error || outcome !== "answered" ? [element("span", { className: "chip", textContent: error || outcome })] : []),
          ...(score ? [element("span", { textContent: score })] : []))));
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) details.append(facts(row));
    });
    return element("li", {}, details);
  }

  function labelled(label, text) {
    return element("span", {}, element("span", { className: "hit-label", textContent: label + " " }), element("span", { textContent: text }));
  }

  function scoreText({ score, task }) {
    if (score === null || score === undefined) return "";
    return task.score.unit === "percent" ? score.toFixed(2).replace(/\\.00$/, "") + "\\u00a0%" : String(Number(score.toPrecision(4)));
  }

  function facts(row) {
    const { task, system, id, group, outcome, error } = row;
    const known = [
      ["outcome", outcome], ["mistake", error], [task.score?.title ?? "score", scoreText(row)], ["group", group], ...slicesOf(row),
    ].filter(([, value]) => value);
    const shell = (text) => /^[\\w./:-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\\\''") + "'";
    const command = element("code", { textContent: "vidimus explain " + shell(form.dataset.run) + " " + shell(id) });
    const entries = [...known.map(([name, value]) => [name, element("span", { textContent: value })]), ["all about it", command]];
    const list = element("dl", { className: "facts" }, ...entries.map(([name, value]) =>
      element("div", {}, element("dt", { textContent: name }), element("dd", {}, value))));
    const card = [...document.querySelectorAll("details.card")].find(({ dataset }) =>
      dataset.task === task.task && dataset.system === system.id && dataset.sample === id);
    if (!card) return list;
    const button = element("button", { type: "button", textContent: "Show it among the examples" });
    button.addEventListener("click", () => {
      for (let one = card; one; one = one.parentElement?.closest("details")) one.open = true;
      card.scrollIntoView({ block: "center" });
      card.querySelector("summary").focus();
    });
    return element("div", {}, list, button);
  }

  function element(name, members, ...children) {
    const made = Object.assign(document.createElement(name), members);
    made.append(...children);
    return made;
  }

  function number(value) {
    return value.toLocaleString("en").replaceAll(",", "\\u202f");
  }

  /** Takes up the filter of the address, such as #samples?system=a&result=mistakes. */
  async function restore() {
    if (!location.hash.startsWith("#samples?")) return;
    const query = new URLSearchParams(location.hash.slice(9));
    await load();
    form.task.value = query.get("task") ?? "";
    offer();
    for (const field of form.elements) if (field.name) field.value = query.get(field.name) ?? "";
    offer();
    page = Number(query.get("page") ?? 1) || 1;
    show(false);
    part.querySelector("h2").scrollIntoView();
  }
}
`;
