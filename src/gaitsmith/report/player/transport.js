// Buttons, scrub bar and keys: translates between the page and the clock.

const PAUSE_LABEL = "Pause";
const PLAY_LABEL = "Play";

function seconds(time) {
  return time.toFixed(2);
}

export class Transport {
  // actions: {setFollow, setForces, setMuscles, setFootprints, setCom, resetViews, zoom, changed}
  constructor(root, clock, frameDuration, actions) {
    this.root = root;
    this.clock = clock;
    this.frameDuration = frameDuration;
    this.actions = actions;
    this.isOnScreen = true;
    this.playButton = root.querySelector("[data-action=play]");
    this.scrub = root.querySelector("[data-control=scrub]");
    this.readout = root.querySelector("[data-role=time]");
    this.scrub.step = "any";
    this.measure();
    this.#bind();
  }

  // Takes over the clock's duration.
  measure() {
    const { duration } = this.clock;
    this.scrub.max = String(duration);
    this.root.querySelector("[data-role=duration]").textContent = seconds(duration);
  }

  // Tells what is shown now which toggles are on.
  tellToggles() {
    const { setFollow, setForces, setMuscles, setFootprints, setCom } = this.actions;
    const all = { setFollow, setForces, setMuscles, setFootprints, setCom };
    for (const [name, apply] of Object.entries(all)) {
      const toggle = name.slice(3).toLowerCase();
      const button = this.root.querySelector(`[data-toggle=${toggle}]`);
      if (button) apply(button.getAttribute("aria-pressed") === "true");
    }
  }

  #bind() {
    const on = (selector, event, handler) => {
      this.root.querySelector(selector)?.addEventListener(event, handler);
    };
    on("[data-action=play]", "click", () => this.toggle());
    on("[data-action=back]", "click", () => this.step(-1));
    on("[data-action=forward]", "click", () => this.step(1));
    on("[data-action=reset]", "click", () => this.actions.resetViews());
    this.scrub.addEventListener("input", () => {
      this.clock.pause();
      this.clock.seek(Number(this.scrub.value));
      this.refresh();
    });
    for (const input of this.root.querySelectorAll("[name=speed]")) {
      input.addEventListener("change", () => (this.clock.speed = Number(input.value)));
    }
    this.#bindToggle("loop", (isOn) => (this.clock.loop = isOn));
    this.#bindToggle("follow", this.actions.setFollow);
    this.#bindToggle("forces", this.actions.setForces);
    this.#bindToggle("muscles", this.actions.setMuscles);
    this.#bindToggle("footprints", this.actions.setFootprints);
    this.#bindToggle("com", this.actions.setCom);
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  #bindToggle(name, apply) {
    const button = this.root.querySelector(`[data-toggle=${name}]`);
    if (!button) return;
    button.addEventListener("click", () => {
      const isOn = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(isOn));
      apply(isOn);
      this.actions.changed();
    });
  }

  setToggle(name, isOn) {
    this.root.querySelector(`[data-toggle=${name}]`)?.setAttribute("aria-pressed", String(isOn));
  }

  toggle() {
    if (this.clock.playing) this.clock.pause();
    else this.clock.play();
    this.refresh();
  }

  step(frames) {
    this.clock.pause();
    // To the nearest frame in that direction, so that recorded poses are shown exactly.
    const frame = this.clock.time / this.frameDuration;
    const next = frames > 0 ? Math.floor(frame + 1e-6) + 1 : Math.ceil(frame - 1e-6) - 1;
    this.clock.seek(next * this.frameDuration);
    this.refresh();
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.isOnScreen) return;
    const { target } = event;
    // A focused button, link or radio keeps the meaning that these keys have there.
    const isScrub = target === this.scrub;
    const ownsSpace = !isScrub && target.closest?.("button, a, summary, input, textarea");
    const ownsArrows = !isScrub && target.closest?.("input, textarea, pre, .scrolls");
    if (event.key === " " && !ownsSpace) this.toggle();
    else if (event.key === "ArrowLeft" && !ownsArrows) this.step(-1);
    else if (event.key === "ArrowRight" && !ownsArrows) this.step(1);
    else if (event.key === "+" || event.key === "=") this.actions.zoom(1);
    else if (event.key === "-") this.actions.zoom(-1);
    else return;
    event.preventDefault();
  }

  // Shows the clock's state; called after every change.
  refresh() {
    const { clock } = this;
    this.scrub.value = String(clock.time);
    const progress = clock.duration > 0 ? clock.time / clock.duration : 0;
    this.scrub.style.setProperty("--progress", String(progress));
    this.scrub.setAttribute("aria-valuetext", `${seconds(clock.time)} seconds`);
    this.readout.textContent = seconds(clock.time);
    this.root.dataset.playing = String(clock.playing);
    this.playButton.setAttribute("aria-label", clock.playing ? PAUSE_LABEL : PLAY_LABEL);
    this.actions.changed();
  }
}
