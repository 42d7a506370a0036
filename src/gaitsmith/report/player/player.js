// The report's moving view: reads the embedded scenes, builds the views, runs the clock.

import { Clock } from "player/clock.js";
import { Transport } from "player/transport.js";
import { View } from "player/view.js";

// A tab that slept must not jump ahead by more than this [s].
const LONGEST_TICK = 0.1;

// The colours of the drawing are the page's, so that both follow the reader's scheme.
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(`--stage-${name}`).trim();
  return {
    background: value("background"),
    tileLight: value("tile-light"),
    tileDark: value("tile-dark"),
    wall: value("wall"),
    depth: value("depth"),
    ruler: value("ruler"),
    shadow: value("shadow"),
    force: value("force"),
    push: value("push"),
    shadowOpacity: Number(value("shadow-opacity")),
    skyLight: Number(value("sky-light")),
    sunLight: Number(value("sun-light")),
  };
}

class Player {
  #needsDrawing = true;
  #previous = performance.now();

  constructor(root, scenes) {
    this.root = root;
    this.scenes = scenes;
    const theme = readTheme();
    // As many as there are places for; the others are shown when they are chosen.
    this.views = [...root.querySelectorAll("canvas")].map(
      (canvas, index) => new View(canvas, scenes[index], theme, (view) => this.#link(view)),
    );
    this.#scaleForces();
    this.clock = new Clock(this.#duration());
    const frameDuration = 1 / Math.max(...scenes.map((data) => data.frameRate));
    this.transport = new Transport(root, this.clock, frameDuration, this.#actions());
    this.#markEvents();
    this.#watchPage();
    this.#bindChoices();
    this.draw();
  }

  // One scale for all, so that arrows can be compared from view to view.
  #scaleForces() {
    const tracks = this.views.map((view) => view.track);
    const load = Math.max(...tracks.map((track) => track.typicalLoad()));
    const push = Math.max(...tracks.map((track) => track.hardestPush()));
    this.views.forEach((view) => view.scaleForces(load, push));
  }

  #duration() {
    return Math.max(...this.views.map((view) => view.track.duration));
  }

  // What stands for a scene: buttons, and points of drawings that are named scene-N.
  #bindChoices() {
    this.choices = new Map();
    for (const element of document.querySelectorAll("[data-scene], svg [id*='-scene-']")) {
      const index = Number(element.dataset.scene ?? element.id.split("-scene-")[1]);
      this.choices.set(element, index);
      element.addEventListener("click", () => this.choose(index));
      if (element.tagName === "BUTTON") continue;
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "0");
      element.setAttribute("aria-label", `Watch ${this.scenes[index].label}`);
      element.classList.add("choice");
      element.addEventListener("keydown", (event) => {
        if (event.key === "Enter") this.choose(index);
      });
    }
    this.#markChosen(0);
  }

  #markChosen(index) {
    for (const [element, scene] of this.choices) {
      element.setAttribute("aria-pressed", String(scene === index));
    }
  }

  // Another scene in the one view that they share.
  choose(index) {
    const data = this.scenes[index];
    const [view] = this.views;
    view.show(data, readTheme());
    this.#scaleForces();
    this.clock.duration = this.#duration();
    this.clock.seek(0);
    const caption = this.root.querySelector(".view figcaption");
    caption.querySelector("strong").textContent = data.label;
    caption.querySelector("span").textContent = data.caption;
    this.root.querySelector(".badge").textContent = data.caption;
    this.root.querySelector(".marks").replaceChildren();
    this.#markEvents();
    this.transport.measure();
    this.transport.tellToggles();
    this.#markChosen(index);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.clock.play();
    this.transport.refresh();
    this.draw();
    const { top, bottom } = this.root.getBoundingClientRect();
    if (bottom < 200 || top > innerHeight - 200) {
      this.root.scrollIntoView({ block: "start", behavior: "smooth" });
    }
  }

  #actions() {
    const { views } = this;
    return {
      changed: () => (this.#needsDrawing = true),
      setFollow: (isOn) => views.forEach((view) => view.setFollowing(isOn)),
      setForces: (isOn) => views.forEach((view) => (view.forces.visible = isOn)),
      setMuscles: (isOn) => views.forEach((view) => (view.muscles.visible = isOn)),
      setFootprints: (isOn) => views.forEach((view) => (view.footprints.visible = isOn)),
      setCom: (isOn) => views.forEach((view) => (view.comMarker.visible = isOn)),
      zoom: (steps) => {
        views.forEach((view) => view.zoom(steps));
        this.#needsDrawing = true;
      },
      resetViews: () => {
        views.forEach((view) => {
          view.resetCamera();
          view.following = true;
        });
        this.transport.setToggle("follow", true);
        this.#needsDrawing = true;
      },
    };
  }

  // Turning one view turns all: two characters are always compared from the same side.
  #link(source) {
    const offset = source.cameraOffset.divideScalar(source.size);
    for (const view of this.views) {
      if (view !== source) view.cameraOffset = offset.clone().multiplyScalar(view.size);
    }
    this.#needsDrawing = true;
  }

  // Short marks on the scrub bar: where a shorter recording ends, where a push begins.
  #markEvents() {
    const { duration } = this.clock;
    const marks = this.root.querySelector(".marks");
    const mark = (time, kind, title) => {
      if (time >= duration - 1e-6) return;
      const element = document.createElement("span");
      element.className = `mark ${kind}`;
      element.title = title;
      element.style.setProperty("--at", String(time / duration));
      marks.append(element);
    };
    for (const { track } of this.views) {
      mark(track.duration, "end", `a recording ends at ${track.duration.toFixed(2)} s`);
      for (const push of track.pushes) {
        mark(push.start, "push", `push at ${push.start.toFixed(2)} s`);
      }
    }
  }

  #watchPage() {
    new ResizeObserver(() => (this.#needsDrawing = true)).observe(this.root);
    new IntersectionObserver(([entry]) => {
      this.transport.isOnScreen = entry.isIntersecting;
      this.#needsDrawing = true;
    }).observe(this.root.querySelector(".views"));
    window.addEventListener("beforeprint", () => this.draw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      const theme = readTheme();
      this.views.forEach((view) => view.paint(theme));
      this.#needsDrawing = true;
    });
  }

  // Badges over a view: the outcome at its end, the force while it is pushed.
  #refreshBadges() {
    const figures = this.root.querySelectorAll(".view");
    this.views.forEach((view, index) => {
      figures[index].querySelector(".badge").hidden = !view.hasEnded;
      const note = figures[index].querySelector(".push-note");
      const [push] = view.track.activePushes();
      note.hidden = !push;
      if (push) note.textContent = `push ${Math.round(Math.hypot(...push.force))} N`;
    });
  }

  draw() {
    for (const view of this.views) {
      view.resize();
      view.moveTo(this.clock.time);
      view.render();
    }
    this.#refreshBadges();
    this.#needsDrawing = false;
  }

  run() {
    const tick = (now) => {
      const elapsed = Math.min((now - this.#previous) / 1000, LONGEST_TICK);
      this.#previous = now;
      if (this.clock.playing) {
        this.clock.advance(elapsed);
        this.transport.refresh();
      }
      if (this.#needsDrawing && this.transport.isOnScreen) this.draw();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}

// What scripts and tests may use.
function publish(player) {
  const { clock, transport, views } = player;
  window.gaitsmithPlayer = {
    ready: true,
    time: () => clock.time,
    isPlaying: () => clock.playing,
    seek: (time) => {
      clock.seek(time);
      transport.refresh();
      player.draw();
    },
    play: () => {
      clock.play();
      transport.refresh();
    },
    pause: () => {
      clock.pause();
      transport.refresh();
    },
    // Shows another scene where scenes share one view.
    choose: (scene) => player.choose(scene),
    // Where a body is drawn now [m].
    bodyPosition: (scene, body) => views[scene].figure.bodies[body].position.toArray(),
    // The kinds of the footprints that are drawn now.
    footprints: (scene) => views[scene].footprints.kindsShown(),
  };
}

function start(root) {
  const scenes = JSON.parse(document.getElementById("player-data").textContent);
  const player = new Player(root, scenes);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.clock.play();
  player.transport.refresh();
  player.run();
  root.dataset.state = "ready";
  publish(player);
}

function hasWebGL() {
  return document.createElement("canvas").getContext("webgl2") !== null;
}

window.gaitsmithPlayer = { ready: false };
const root = document.getElementById("player");
try {
  if (hasWebGL()) start(root);
  else root.dataset.state = "failed";
} catch (error) {
  // The message alone: the error's place would be a whole module as a data: address.
  console.error(`The moving view could not start: ${error.message}`);
  root.dataset.state = "failed";
}
